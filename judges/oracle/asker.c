/* Preloaded into ScummVM: opens the debugger's console every few seconds of a clock that runs free, types a command and
 * closes the console again. What the debugger answers, ScummVM writes to its log, which is standard output.
 *
 *     ASK_COMMAND   what is typed          ASK_EVERY   milliseconds between two questions          ASK_TIMES   how often
 *
 * After the last answer the process ends with status 0.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <SDL2/SDL.h>

enum { OPENS_MS = 1500, KEY_MS = 30, CLOSES_MS = 1500 };

static Uint32 clock_ms, last_ms, every_ms = 5000;
static int times = 1, modifiers;
static char keys[256]; /* what is typed, return being '\r'; the first stands for Ctrl + Alt + D */
static size_t at, count;
static int is_down;

__attribute__((constructor)) static void read_the_question(void)
{
    const char *command = getenv("ASK_COMMAND"), *every = getenv("ASK_EVERY"), *often = getenv("ASK_TIMES");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!command || strlen(command) > 200) {
        _exit(96);
    }
    keys[0] = 'd';
    strcpy(keys + 1, command);
    strcat(keys, "\rexit\r");
    count = strlen(keys);
    every_ms = every ? (Uint32)atoi(every) : every_ms;
    times = often ? atoi(often) : times;
}

/* How long nothing is pressed before the next key. */
static Uint32 wait_before(size_t key)
{
    if (key == 0) {
        return every_ms;
    }
    return key == 1 ? OPENS_MS : KEY_MS;
}

int SDL_PollEvent(SDL_Event *event)
{
    static int (*original)(SDL_Event *);
    if (!original) {
        *(void **)&original = dlsym(RTLD_NEXT, "SDL_PollEvent");
    }
    if (!event) {
        return original(event);
    }
    if (at == count && clock_ms - last_ms > CLOSES_MS) {
        if (--times <= 0) {
            _exit(0);
        }
        at = 0;
    }
    if (at < count && (is_down || clock_ms - last_ms > wait_before(at))) {
        SDL_Keycode key = keys[at] == '\r' ? SDLK_RETURN : keys[at];
        memset(event, 0, sizeof *event);
        event->type = is_down ? SDL_KEYUP : SDL_KEYDOWN;
        event->key.state = is_down ? SDL_RELEASED : SDL_PRESSED;
        event->key.keysym.sym = key;
        event->key.keysym.scancode = SDL_GetScancodeFromKey(key);
        modifiers = at == 0 && !is_down ? KMOD_LCTRL | KMOD_LALT : 0;
        at += is_down ? 1 : 0;
        is_down = !is_down;
        last_ms = clock_ms;
        return 1;
    }
    return original(event);
}

SDL_Keymod SDL_GetModState(void)
{
    return (SDL_Keymod)modifiers;
}

void SDL_Delay(Uint32 ms)
{
    __sync_fetch_and_add(&clock_ms, ms);
}

Uint32 SDL_GetTicks(void)
{
    return clock_ms;
}
