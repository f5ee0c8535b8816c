/* Costumier for C: opens SCUMM games, plays their costumes and draws them. docs/c.md has an example.
 *
 * Strings are UTF-8 and end with a zero byte. Functions that fail return NULL, 0 or a negative number, and
 * costumier_last_error() says why. A game and a scene may move to another thread; two threads must not use one scene at
 * the same time. Callbacks must return: no longjmp and no C++ exception may leave them.
 */
#ifndef COSTUMIER_H
#define COSTUMIER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct costumier_game costumier_game;
typedef struct costumier_scene costumier_scene;

/* A file of a game. */
typedef struct costumier_file {
    /* Its name, with / between folders. It is copied. */
    const char *name;
    /* Its size in bytes. */
    uint64_t size;
    /* Fills `out` with `length` bytes from `offset` on, all of which are in the file. Returns 0, or anything else if it
     * fails. It is called until the game is closed and its scenes are freed, by the threads that use them: by several
     * at once if several use the game at once. */
    int32_t (*read)(void *context, uint64_t offset, uint8_t *out, size_t length);
    void *context;
} costumier_file;

/* What happened in a tick. The strings are valid during the callback. */
typedef struct costumier_event {
    /* The actor, counted from 0. */
    size_t actor;
    /* The limb that caused it. */
    uint8_t limb;
    /* The kind: "sound", "counted" ... */
    const char *kind;
    /* The event in a few words. */
    const char *text;
} costumier_event;

typedef void (*costumier_on_event)(void *context, const costumier_event *event);

/* A scene that was drawn. The memory is the scene's, and valid until its next call. */
typedef struct costumier_picture {
    uint32_t width;
    uint32_t height;
    /* The position of the top left pixel in the room. */
    int32_t x;
    int32_t y;
    /* Red, green, blue and opacity: width * height * 4 bytes, row by row. */
    const uint8_t *rgba;
    /* Palette indices: width * height bytes. NULL in games whose pixels have 16 bits. */
    const uint8_t *indices;
    /* Red, green and blue of 256 indices: 768 bytes. */
    const uint8_t *palette;
    /* The index that means "nothing here", or -1. */
    int32_t transparent;
} costumier_picture;

/* The version of the library: "0.1.0". */
const char *costumier_version(void);

/* Why the last call of this thread failed; NULL if none has. Valid until this thread's next call that fails. */
const char *costumier_last_error(void);

/* Opens the game among these files: loose files, archives or images. `which` picks one of several by a part of its
 * name; it may be NULL. Returns NULL if it fails. */
costumier_game *costumier_open(const costumier_file *files, size_t count, const char *which);

/* Closes a game. Its scenes stay usable. NULL is allowed. */
void costumier_close(costumier_game *game);

/* Writes the ids of costumes, at most `capacity` of them, and returns how many the game has. `ids` may be NULL if
 * `capacity` is 0. */
size_t costumier_costumes(const costumier_game *game, uint32_t *ids, size_t capacity);

/* Starts a scene. `json` is one object of a scene file (docs/scenes.md). Returns NULL if it fails. */
costumier_scene *costumier_scene_new(const costumier_game *game, const char *json);

/* Makes an actor perform a step of a scene file: {"perform": "walk"}. Returns 0, or -1 if it fails. */
int32_t costumier_scene_do(costumier_scene *scene, size_t actor, const char *json);

/* Plays one loop of the interpreter. `on_event` is called for each event with `context`; it may be NULL. Returns the
 * number of events, or -1 if it fails. */
int32_t costumier_scene_tick(costumier_scene *scene, costumier_on_event on_event, void *context);

/* Goes to a tick, counted from the start of the scene, forwards or back. What costumier_scene_do has done is done again at
 * its tick; what it does after going back replaces what was done at later ticks. Returns 0, or -1 if it fails. */
int32_t costumier_scene_seek(costumier_scene *scene, uint32_t tick);

/* Draws the scene as it is now. Returns 0, or -1 if it fails. */
int32_t costumier_scene_render(costumier_scene *scene, costumier_picture *picture);

/* Frees a scene. NULL is allowed. */
void costumier_scene_free(costumier_scene *scene);

#ifdef __cplusplus
}
#endif

#endif
