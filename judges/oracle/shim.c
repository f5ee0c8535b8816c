/* Preloaded into ScummVM: hands every picture of its screen to the oracle, and lets its clock run free.
 *
 * Standard output becomes the stream of pictures (ScummVM's own messages are sent to standard error instead):
 *
 *     u32 magic "FRAM" · u32 width · u32 height · width x height palette indices · 256 x (r, g, b)
 *     u32 magic "WIDE" · u32 width · u32 height · width x height pixels of 15 bits, two bytes each
 *
 * in the machine's byte order, whenever the screen is presented and differs from what was sent before.
 *
 * ScummVM's surfacesdl back end keeps the game's picture in an SDL surface of 8 or 15 bits and copies it to the window's surface with
 * SDL_UpperBlit; SDL_RenderPresent follows when the picture is complete. Waiting only moves a clock of our own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <SDL2/SDL.h>

enum { MAX_PIXELS = 640 * 480, COLOURS = 256, PALETTE = 3 * COLOURS, MAX_BYTES = 2 * MAX_PIXELS };

static const uint32_t MAGIC = 0x4D415246, WIDE_MAGIC = 0x45444957;

static int stream = -1;
static SDL_Surface *screen;
static Uint32 clock_ms;

__attribute__((constructor)) static void take_standard_output(void)
{
    /* End when the parent process is gone. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    stream = dup(STDOUT_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
}

static void *real(const char *name)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) {
        _exit(97);
    }
    return found;
}

static void send(const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        ssize_t sent = write(stream, at, count);
        if (sent <= 0) {
            _exit(98); /* the reader has closed the pipe */
        }
        at += sent;
        count -= (size_t)sent;
    }
}

static int is_screen(const SDL_Surface *surface)
{
    /* Five bits a channel is nothing but a game's; windows have more. */
    const SDL_PixelFormat *format = surface->format;
    int is_wide = format->BytesPerPixel == 2 && format->Rmask == 0x7C00 && format->Gmask == 0x03E0;
    return (format->BitsPerPixel == 8 || is_wide) && surface->w >= 256 && surface->h >= 200 &&
           surface->w * surface->h <= MAX_PIXELS;
}

int SDL_UpperBlit(SDL_Surface *from, const SDL_Rect *from_rect, SDL_Surface *to, SDL_Rect *to_rect)
{
    static int (*original)(SDL_Surface *, const SDL_Rect *, SDL_Surface *, SDL_Rect *);
    if (!original) {
        *(void **)&original = real("SDL_UpperBlit");
    }
    if (is_screen(from)) {
        screen = from;
    }
    return original(from, from_rect, to, to_rect);
}

void SDL_FreeSurface(SDL_Surface *surface)
{
    static void (*original)(SDL_Surface *);
    if (!original) {
        *(void **)&original = real("SDL_FreeSurface");
    }
    if (surface == screen) {
        screen = NULL;
    }
    original(surface);
}

void SDL_RenderPresent(SDL_Renderer *renderer)
{
    static uint8_t now[MAX_BYTES], before[MAX_BYTES];
    static size_t sent_before;
    (void)renderer; /* nothing has to reach a display */
    if (!screen) {
        return;
    }
    size_t width = (size_t)screen->w, height = (size_t)screen->h;
    size_t row = width * screen->format->BytesPerPixel, pixels = row * height;
    SDL_Palette *palette = screen->format->palette;
    for (size_t y = 0; y < height; y++) {
        memcpy(now + y * row, (uint8_t *)screen->pixels + y * (size_t)screen->pitch, row);
    }
    for (size_t i = 0; palette && i < COLOURS; i++) {
        SDL_Color colour = palette->colors[i];
        uint8_t *to = now + pixels + 3 * i;
        to[0] = colour.r;
        to[1] = colour.g;
        to[2] = colour.b;
    }
    size_t count = palette ? pixels + PALETTE : pixels;
    if (count == sent_before && memcmp(now, before, count) == 0) {
        return;
    }
    uint32_t head[3] = { palette ? MAGIC : WIDE_MAGIC, (uint32_t)width, (uint32_t)height };
    send(head, sizeof head);
    send(now, count);
    memcpy(before, now, count);
    sent_before = count;
}

void SDL_Delay(Uint32 ms)
{
    __sync_fetch_and_add(&clock_ms, ms);
}

Uint32 SDL_GetTicks(void)
{
    return clock_ms;
}
