/* Costumier for C: opens SCUMM games, plays their costumes and draws them. docs/c.md has an example.
 *
 * Strings are UTF-8 and end with a zero byte. Functions that fail return NULL, 0 or a negative number, and
 * costumier_last_error() says why. Texts and bytes that a function returns belong to the library. They are valid until
 * the next call of the same thread that returns a text, or bytes, or until that thread ends. Bytes of an object are
 * valid until it is freed, where a function says so.
 *
 * Objects may move to another thread. Two threads may use one game at the same time, and no other object. Callbacks
 * must return: no longjmp and no C++ exception may leave them.
 *
 * Objects may be freed in any order. NULL may be freed. A second free of the same object does nothing, and
 * costumier_last_error() says so. A later object may have the same address, so set your variable to NULL:
 *     costumier_clip_free(clip);
 *     clip = NULL;
 * An object that is freed must not be passed to any other function.
 */
#ifndef COSTUMIER_H
#define COSTUMIER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A game. Several threads may use it. */
typedef struct costumier_game costumier_game;
/* A costume of a game. */
typedef struct costumier_costume costumier_costume;
/* An animation of a costume. */
typedef struct costumier_clip costumier_clip;
/* A scene that is played. */
typedef struct costumier_scene costumier_scene;
/* Files that a call made, in memory. */
typedef struct costumier_file_list costumier_file_list;

/* A costume while it is edited: its edits can be undone. */
typedef struct costumier_draft costumier_draft;
/* Pictures that were read from a file for a draft. */
typedef struct costumier_brought costumier_brought;
/* A costume that was packed into a block. */
typedef struct costumier_packed costumier_packed;
/* A room while it is edited: its edits can be undone. */
typedef struct costumier_room_draft costumier_room_draft;
/* A room that was packed into a block. */
typedef struct costumier_packed_room costumier_packed_room;
/* Costumes and rooms that are put into a game: the bytes that change. Nothing is written before you ask for it. */
typedef struct costumier_put costumier_put;

/* A costume that is put into a game. */
typedef struct costumier_new_costume {
    /* Its id. */
    uint32_t id;
    /* The room that owns a new one; negative for an id that the game has. */
    int64_t room;
    /* Its block without the header, and the number of bytes. They are copied. */
    const uint8_t *payload;
    size_t length;
} costumier_new_costume;

/* A room that is put into a game. */
typedef struct costumier_new_room {
    /* Its number. */
    uint32_t id;
    /* Its block without the header, and the number of bytes. They are copied. */
    const uint8_t *payload;
    size_t length;
} costumier_new_room;

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

/* A picture that was drawn. The memory belongs to the scene, costume or clip, and is valid until its next call. */
typedef struct costumier_picture {
    uint32_t width;
    uint32_t height;
    /* The position of the top left pixel in the room; 0 for pictures of costumes and clips. */
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

/* Why the last call of this thread failed; NULL if none has. Valid until this thread's next call that fails, or its end. */
const char *costumier_last_error(void);

/* What to do about it, if there is a hint; else NULL. Valid as costumier_last_error(). */
const char *costumier_last_hint(void);

/* Opens the game among these files: loose files, archives or images. `options` is JSON ({"which": "dig"}), or NULL.
 * Returns NULL if it fails. */
costumier_game *costumier_open(const costumier_file *files, size_t count, const char *options);

/* Reads the costume among these files: a costume folder, also in a zip; an .aseprite file; or a costume's block, with
 * or without its header, whose `generation` ("v5") has to be named. It is NULL otherwise. Returns NULL if it fails. */
costumier_draft *costumier_draft_read(const costumier_file *files, size_t count, const char *generation);

/* Reads the room folder among these files, also in a zip. Returns NULL if it fails. */
costumier_room_draft *costumier_room_draft_read(const costumier_file *files, size_t count);

/* Plays one loop of the interpreter. `on_event` is called for each event with `context`; it may be NULL. Returns the
 * number of events, or -1 if it fails. */
int32_t costumier_scene_tick(costumier_scene *scene, costumier_on_event on_event, void *context);

/* border: written by a test of costumier-api. */

/* Opens the game in one file that is in memory: an archive, or an image of a disk. `options` is JSON ({"which":
 * "dig"}), or NULL. Returns NULL if it fails. */
costumier_game *costumier_open_bytes(const uint8_t *bytes, size_t bytes_length, const char *options);

/* Opens the game at a path: a folder, an archive, or an image of a disk. `options` is JSON ({"which": "dig"}), or
 * NULL. Returns NULL if it fails. */
costumier_game *costumier_open_path(const char *path, const char *options);

/* Returns the facts of the game: title, generation, files, rooms, problems, screens. The result is JSON, or NULL if
 * it fails. */
const char *costumier_game_info(const costumier_game *game);

/* Returns the costumes by rising id, with what scripts say about them. No costume is opened. The result is JSON, or
 * NULL if it fails. */
const char *costumier_game_costumes(const costumier_game *game);

/* Returns the facts of a room. The result is JSON, or NULL if it fails. */
const char *costumier_game_room(const costumier_game *game, uint32_t id);

/* Writes the ids of the costumes, by rising number. At most `capacity` numbers are written to `out`, which may be
 * NULL if `capacity` is 0. Returns how many there are; 0 if it fails. */
size_t costumier_costumes(const costumier_game *game, uint32_t *out, size_t capacity);

/* Opens a costume by its id. Returns NULL if it fails. */
costumier_costume *costumier_game_costume(const costumier_game *game, uint32_t id);

/* Starts a scene that is played tick by tick: one object of a scene file's `scenes`. An actor is invisible until it
 * performs a chore, or has some to begin with: `"chores": ["init", "stand"]`. `scene` is JSON (docs/scenes.md).
 * Returns NULL if it fails. */
costumier_scene *costumier_scene_new(const costumier_game *game, const char *scene);

/* Returns the same game with another block for a costume: its bytes without the header. What is opened from the new
 * game shows it. What is opened from this one stays as it is. Returns NULL if it fails. */
costumier_game *costumier_game_with_costume(const costumier_game *game, uint32_t id,
    const uint8_t *payload, size_t payload_length);

/* Returns the colours of a room: red, green and blue of 256 indices. The number of bytes is written to `length`.
 * Returns NULL if it fails. */
const uint8_t *costumier_game_room_palette(const costumier_game *game, uint32_t room, size_t *length);

/* Returns the id of the costume with this name, or with this part of it: three letters at least. A costume has all
 * names that scripts give it. Returns -1 if it fails. */
int64_t costumier_game_costume_called(const costumier_game *game, const char *name);

/* Returns what the game's scripts say about the costumes: what `costumier cast --json` prints. The result is JSON,
 * or NULL if it fails. */
const char *costumier_game_cast(const costumier_game *game);

/* Returns what the game holds and never shows: what `costumier unused --json` prints. It reads all costumes and
 * scripts. The result is JSON, or NULL if it fails. */
const char *costumier_game_unused(const costumier_game *game);

/* Returns the rooms in which costumes look unlike at home: what `costumier check --clashes --json` prints. It reads
 * all costumes, rooms and scripts. The result is JSON, or NULL if it fails. */
const char *costumier_game_clashes(const costumier_game *game);

/* Finds the pictures that are like these pixels: the same, mirrored, in other colours, enlarged, or a part.
 * `bytes_per_pixel` is 1 for palette indices or values, 4 for red, green, blue and opacity. Costumes that cannot be
 * read are passed over. The result is JSON, or NULL if it fails. */
const char *costumier_game_find(const costumier_game *game, uint32_t width,
    const uint8_t *pixels, size_t pixels_length, uint32_t bytes_per_pixel);

/* Finds the pictures that are like a PNG file. The result is JSON, or NULL if it fails. */
const char *costumier_game_find_png(const costumier_game *game, const uint8_t *png, size_t png_length);

/* Returns what of the game a picture shows: costume, chore, facing and tick of each figure, and the room of a
 * screenshot. `rgba` is red, green, blue and opacity of each pixel. It is what `costumier whatis --json` prints. The
 * result is JSON, or NULL if it fails. */
const char *costumier_game_whatis(const costumier_game *game, uint32_t width,
    const uint8_t *rgba, size_t rgba_length);

/* Returns what of the game a PNG file shows. The result is JSON, or NULL if it fails. */
const char *costumier_game_whatis_png(const costumier_game *game, const uint8_t *png, size_t png_length);

/* Returns a costume's facts in a few numbers. One that cannot be opened has a row too. The result is JSON, or NULL
 * if it fails. */
const char *costumier_game_row(const costumier_game *game, uint32_t id);

/* Returns each distinct palette, with its block and the rooms that have it. The result is JSON, or NULL if it fails. */
const char *costumier_game_palettes(const costumier_game *game);

/* Exports costumes, or all of them: the files of `costumier export`, in memory. Options have the names of the
 * command's: `formats`, `chore`, `facing`, `only`, `scale_up`, `room`, `background`, `canvas`, `trim` … The error
 * for an unknown name lists them all. `ids` is NULL for all costumes. `options` is JSON ({"scale_up": 2}), or NULL.
 * Returns NULL if it fails. */
costumier_file_list *costumier_game_export(const costumier_game *game, const uint32_t *ids, size_t ids_length,
    const char *options);

/* Exports costumes, or all of them, into a folder on disk, and returns the names of the files in it. `ids` is NULL
 * for all costumes. `options` is JSON ({"scale_up": 2}), or NULL. The result is JSON, or NULL if it fails. */
const char *costumier_game_export_to(const costumier_game *game, const char *folder,
    const uint32_t *ids, size_t ids_length, const char *options);

/* Returns a picture of costumes, or of all of them, each once and with its name: the file that `costumier montage`
 * writes. Options are `format`, `room`, `scale_up` and `background`. A costume of which nothing can be drawn is left
 * out. `ids` is NULL for all costumes. `options` is JSON ({"scale_up": 2}), or NULL. The number of bytes is written
 * to `length`. Returns NULL if it fails. */
const uint8_t *costumier_game_montage(const costumier_game *game, const uint32_t *ids, size_t ids_length,
    const char *options, size_t *length);

/* Plans to put costumes and rooms into the game. Nothing is written yet. `all_ids` changes all ids of a block that
 * several share; `no_padding` leaves smaller blocks smaller. Returns NULL if it fails. */
costumier_put *costumier_game_put(const costumier_game *game,
    const costumier_new_costume *costumes, size_t costumes_length,
    const costumier_new_room *rooms, size_t rooms_length, int32_t all_ids, int32_t no_padding);

/* Applies a patch, BPS or a zip of several, and returns the files of the game that change. Returns NULL if it fails. */
costumier_file_list *costumier_game_apply(const costumier_game *game, const uint8_t *patch, size_t patch_length);

/* Returns the game with a patch: a BPS file, or a zip of several. This game stays as it is. Returns NULL if it
 * fails. */
costumier_game *costumier_game_patched(const costumier_game *game, const uint8_t *patch, size_t patch_length);

/* Starts a draft of a costume. Returns NULL if it fails. */
costumier_draft *costumier_game_draft(const costumier_game *game, uint32_t id);

/* Starts a draft of a room. Returns NULL if it fails. */
costumier_room_draft *costumier_game_room_draft(const costumier_game *game, uint32_t room);

/* Returns the id of the costume. */
uint32_t costumier_costume_id(const costumier_costume *costume);

/* Returns the number of the room that owns the costume. */
uint32_t costumier_costume_room(const costumier_costume *costume);

/* Returns the name in the game's scripts, if they name it. Returns NULL if there is none. */
const char *costumier_costume_name(const costumier_costume *costume);

/* Returns the kind: `cost`, `akos` … Returns NULL if it fails. */
const char *costumier_costume_kind(const costumier_costume *costume);

/* Returns the game that it is a costume of. The game of an edited costume shows the edit. Returns NULL if it fails. */
costumier_game *costumier_costume_game(const costumier_costume *costume);

/* Returns what is odd or broken in the costume. The result is JSON, or NULL if it fails. */
const char *costumier_costume_check(const costumier_costume *costume);

/* Returns the game's colours for this costume: red, green and blue of 256 indices. The number of bytes is written to
 * `length`. They are valid until the object is freed. Returns NULL if it fails. */
const uint8_t *costumier_costume_palette(const costumier_costume *costume, size_t *length);

/* Returns the chores in all their facings. The result is JSON, or NULL if it fails. */
const char *costumier_costume_actions(const costumier_costume *costume);

/* Returns the facts of each picture. None is decoded. The result is JSON, or NULL if it fails. */
const char *costumier_costume_pictures(const costumier_costume *costume);

/* Decodes a picture, in room colours. Returns 0, or -1 if it fails. */
int32_t costumier_costume_picture(costumier_costume *costume, uint32_t limb, uint32_t index,
    costumier_picture *picture);

/* Decodes a picture to the values that the file stores, one byte a pixel. The number of bytes is written to
 * `length`. Returns NULL if it fails. */
const uint8_t *costumier_costume_values(const costumier_costume *costume, uint32_t limb, uint32_t index,
    size_t *length);

/* Plays a chore in a facing until it repeats. Returns NULL if it fails. */
costumier_clip *costumier_costume_clip(const costumier_costume *costume, const char *chore, const char *facing);

/* Returns the same costume with other pixels in a picture: the values that the file stores, one byte a pixel. Its
 * clips and exports show them. Returns NULL if it fails. */
costumier_costume *costumier_costume_with_picture(const costumier_costume *costume, uint32_t limb, uint32_t index,
    const uint8_t *values, size_t values_length);

/* Returns the files of a costume folder. `pictures` says how they are stored: `sheets`, `single` files, or in one
 * `aseprite` file. Returns NULL if it fails. */
costumier_file_list *costumier_costume_unpack(const costumier_costume *costume, const char *pictures);

/* Returns the costume's block without its header. The number of bytes is written to `length`. They are valid until
 * the object is freed. Returns NULL if it fails. */
const uint8_t *costumier_costume_payload(const costumier_costume *costume, size_t *length);

/* Returns the structure of the costume: what `costumier dump --json` prints. The result is JSON, or NULL if it
 * fails. */
const char *costumier_costume_structure(const costumier_costume *costume);

/* Returns the costume's records and commands in words. Returns NULL if it fails. */
const char *costumier_costume_listing(const costumier_costume *costume);

/* Returns the contact sheet as a PNG file: all animations and pictures with labels. Options are those of an export:
 * `scale_up`, `room`, `background` … `options` is JSON ({"scale_up": 2}), or NULL. The number of bytes is written to
 * `length`. Returns NULL if it fails. */
const uint8_t *costumier_costume_contact_sheet(const costumier_costume *costume, const char *options,
    size_t *length);

/* Exports the costume: the files of `costumier export`, in memory. Options have the names of the command's.
 * `options` is JSON ({"scale_up": 2}), or NULL. Returns NULL if it fails. */
costumier_file_list *costumier_costume_export(const costumier_costume *costume, const char *options);

/* Exports the costume into a folder on disk, and returns the names of the files in it. `options` is JSON
 * ({"scale_up": 2}), or NULL. The result is JSON, or NULL if it fails. */
const char *costumier_costume_export_to(const costumier_costume *costume, const char *folder,
    const char *options);

/* Returns what a chore in a facing does from its beginning until it repeats. The result is JSON, or NULL if it
 * fails. */
const char *costumier_costume_timeline(const costumier_costume *costume, const char *chore, const char *facing);

/* Returns the chore's number. */
uint32_t costumier_clip_chore(const costumier_clip *clip);

/* Returns the facing's name. Returns NULL if it fails. */
const char *costumier_clip_facing(const costumier_clip *clip);

/* Returns the number of frames. */
size_t costumier_clip_count(const costumier_clip *clip);

/* Returns the index of the frame that follows the last one. There is none if the last frame stays. Returns -1 if
 * there is none. */
int32_t costumier_clip_loops_to(const costumier_clip *clip);

/* Whether the animation did not repeat within the limits. Returns 1 or 0, or -1 if it fails. */
int32_t costumier_clip_is_cut_off(const costumier_clip *clip);

/* Returns the width of all frames in pixels. */
uint32_t costumier_clip_width(const costumier_clip *clip);

/* Returns the height of all frames in pixels. */
uint32_t costumier_clip_height(const costumier_clip *clip);

/* Returns the pixel of the frames where the costume's coordinates begin. In most games, it is between the feet.
 * Returns 0, or -1 if it fails. */
int32_t costumier_clip_anchor(const costumier_clip *clip, int32_t *x, int32_t *y);

/* Writes the number of ticks that each frame is shown. At most `capacity` numbers are written to `out`, which may be
 * NULL if `capacity` is 0. Returns how many there are; 0 if it fails. */
size_t costumier_clip_ticks(const costumier_clip *clip, uint32_t *out, size_t capacity);

/* Draws a frame in the size of all frames. Frames count from 0. Returns 0, or -1 if it fails. */
int32_t costumier_clip_frame(costumier_clip *clip, size_t number, costumier_picture *picture);

/* Returns the animation as a file of `gif`, `apng` or `webp`: that of the command's export. Options are those of an
 * export: `scale_up`, `background` … `options` is JSON ({"scale_up": 2}), or NULL. The number of bytes is written to
 * `length`. Returns NULL if it fails. */
const uint8_t *costumier_clip_encode(const costumier_clip *clip, const char *format, const char *options,
    size_t *length);

/* Returns the number of actors. */
size_t costumier_scene_actors(const costumier_scene *scene);

/* Returns the number of ticks since the mark. */
uint32_t costumier_scene_now(const costumier_scene *scene);

/* Draws the scene as it is now. Returns 0, or -1 if it fails. */
int32_t costumier_scene_render(costumier_scene *scene, costumier_picture *picture);

/* Draws another tick since the mark, and stays at this one. Returns 0, or -1 if it fails. */
int32_t costumier_scene_peek(costumier_scene *scene, uint32_t tick, costumier_picture *picture);

/* Goes to a tick since the mark, forwards or back. Steps are done again at their ticks; places stay as they are.
 * What is done after going back replaces what was done at later ticks. Returns 0, or -1 if it fails. */
int32_t costumier_scene_seek(costumier_scene *scene, uint32_t tick);

/* Makes this tick 0. What was done at later ticks is dropped. Returns 0, or -1 if it fails. */
int32_t costumier_scene_mark(costumier_scene *scene);

/* Plays loops of the interpreter, and returns what happened. The result is JSON, or NULL if it fails. */
const char *costumier_scene_tick_many(costumier_scene *scene, uint32_t times);

/* Makes an actor perform a step of a scene file: `{"perform": "walk"}`, `{"face": "east"}`. `step` is JSON
 * (docs/scenes.md). Returns 0, or -1 if it fails. */
int32_t costumier_scene_do(costumier_scene *scene, size_t actor, const char *step);

/* Moves an actor to a pixel of the room, at all ticks: `seek` does not move it back. Returns 0, or -1 if it fails. */
int32_t costumier_scene_place(costumier_scene *scene, size_t actor, int32_t x, int32_t y);

/* Changes settings of the scene: `{"lights": 8}`. Settings have the names of scene files. `settings` is JSON
 * (docs/scenes.md). Returns 0, or -1 if it fails. */
int32_t costumier_scene_set(costumier_scene *scene, const char *settings);

/* Changes settings of an actor: `{"talking": true}`. Settings have the names of scene files. Facing, number, vars,
 * conditions, talking, mouth, sounds and seed count from this tick on, all others at all ticks. Another costume
 * starts the actor anew and sets the mark; only with it, `chores`, `steps` and `ticks` are settings. `settings` is
 * JSON (docs/scenes.md). Returns 0, or -1 if it fails. */
int32_t costumier_scene_set_actor(costumier_scene *scene, size_t actor, const char *settings);

/* Adds an actor in front of the others, sets the mark, and returns the actor's number. `actor` is JSON
 * (docs/scenes.md). Returns -1 if it fails. */
int64_t costumier_scene_add(costumier_scene *scene, const char *actor);

/* Removes an actor, and sets the mark. The numbers of those behind it decrease by one. Returns 0, or -1 if it fails. */
int32_t costumier_scene_remove(costumier_scene *scene, size_t actor);

/* Returns what an actor does. The result is JSON, or NULL if it fails. */
const char *costumier_scene_state(const costumier_scene *scene, size_t actor);

/* Returns the position of an actor's feet in the room. Returns 0, or -1 if it fails. */
int32_t costumier_scene_feet(costumier_scene *scene, size_t actor, int32_t *x, int32_t *y);

/* Returns the point of the room from which an actor's pictures count. Returns 0, or -1 if it fails. */
int32_t costumier_scene_anchor(costumier_scene *scene, size_t actor, int32_t *x, int32_t *y);

/* Changes how an actor is shown: the limbs whose bits are set in `hidden` are not drawn; `flip` mirrors it. Returns
 * 0, or -1 if it fails. */
int32_t costumier_scene_look(costumier_scene *scene, size_t actor, uint32_t hidden, int32_t flip);

/* Returns what an actor does from the mark until it repeats. The scene does not change. The result is JSON, or NULL
 * if it fails. */
const char *costumier_scene_timeline(const costumier_scene *scene, size_t actor);

/* Returns the actor that is visible in a pixel of the picture, if there is one. Returns -1 if there is none, and -2
 * if it fails. */
int32_t costumier_scene_actor_at(costumier_scene *scene, int32_t x, int32_t y);

/* Returns the source of a pixel of the picture: the pictures that were drawn there, and their bytes in the file;
 * nothing for a pixel outside of the picture. Where no picture was drawn, `touches` is empty. The result is JSON, or
 * NULL if it fails. */
const char *costumier_scene_explain(costumier_scene *scene, int32_t x, int32_t y);

/* Returns the scene from its beginning, with all that was done as steps: drawn, it is what is seen now. `name` is
 * its name in a scene file. `name` may be NULL. The result is JSON, or NULL if it fails. */
const char *costumier_scene_to_scene(const costumier_scene *scene, const char *name);

/* Returns the number of files. */
size_t costumier_file_list_count(const costumier_file_list *file_list);

/* Returns the name of a file, with `/` between folders. Files count from 0. Returns NULL if it fails. */
const char *costumier_file_list_name(const costumier_file_list *file_list, size_t file);

/* Returns the bytes of a file. Files count from 0. The number of bytes is written to `length`. They are valid until
 * the object is freed. Returns NULL if it fails. */
const uint8_t *costumier_file_list_bytes(const costumier_file_list *file_list, size_t file, size_t *length);

/* Returns all files as a zip. The number of bytes is written to `length`. Returns NULL if it fails. */
const uint8_t *costumier_file_list_zip(const costumier_file_list *file_list, size_t *length);

/* Returns what was assumed when the costume was read. The result is JSON, or NULL if it fails. */
const char *costumier_draft_notes(const costumier_draft *draft);

/* Returns colours, limbs and pictures. The result is JSON, or NULL if it fails. */
const char *costumier_draft_head(const costumier_draft *draft);

/* Returns the costume colours of a picture, row by row; nothing for a picture without pixels of its own. The number
 * of bytes is written to `length`. Returns NULL if it fails. */
const uint8_t *costumier_draft_rows(const costumier_draft *draft, uint32_t limb, uint32_t index, size_t *length);

/* Returns the record of a chore in a direction: `west`, `east`, `south`, `north`. An AKOS costume has none. The
 * result is JSON, or NULL if it fails. */
const char *costumier_draft_record(const costumier_draft *draft, uint32_t chore, const char *direction);

/* Returns what the limbs of an AKOS costume do in a facing of a chore, with the facing that stores it. The result is
 * JSON, or NULL if it fails. */
const char *costumier_draft_windows(const costumier_draft *draft, uint32_t chore, const char *facing);

/* Returns the text of an AKOS costume's program, as a costume folder has it in `program.txt`. None for COST
 * costumes. The result is JSON, or NULL if it fails. */
const char *costumier_draft_program(const costumier_draft *draft);

/* Returns what is wrong with an edited text of the program, and notes. The draft stays as it is. The result is JSON,
 * or NULL if it fails. */
const char *costumier_draft_check_program(const costumier_draft *draft, const char *text);

/* Returns the picture commands in a row around one, by its offset in the program. The result is JSON, or NULL if it
 * fails. */
const char *costumier_draft_stretch(const costumier_draft *draft, uint32_t at);

/* Sets the pixels of a picture: `rows` are costume colours, row by row, of a picture of this size and place. Returns
 * 0, or -1 if it fails. */
int32_t costumier_draft_paint(costumier_draft *draft, uint32_t limb, uint32_t index, uint32_t width,
    uint32_t height, int32_t x, int32_t y, const uint8_t *rows, size_t rows_length);

/* Applies an edit, given as JSON. `edit` is JSON (docs/json.md), like those that costumier_draft_edits() returns.
 * Returns 0, or -1 if it fails. */
int32_t costumier_draft_apply(costumier_draft *draft, const char *edit);

/* Undoes the last edit. Returns false if there is none. Returns 1 or 0, or -1 if it fails. */
int32_t costumier_draft_undo(costumier_draft *draft);

/* Applies again what was undone last. Returns false if there is nothing. Returns 1 or 0, or -1 if it fails. */
int32_t costumier_draft_redo(costumier_draft *draft);

/* Returns the applied edits in their order. The result is JSON, or NULL if it fails. */
const char *costumier_draft_edits(const costumier_draft *draft);

/* Packs the draft into a block. Returns NULL if it fails. */
costumier_packed *costumier_draft_pack(const costumier_draft *draft);

/* Returns the files of the draft's costume folder. `pictures` says how they are stored: `sheets`, `single` files, or
 * in one `aseprite` file. Returns NULL if it fails. */
costumier_file_list *costumier_draft_files(const costumier_draft *draft, const char *pictures);

/* Whether an `.aseprite` file names pictures of this draft. Returns 1 or 0, or -1 if it fails. */
int32_t costumier_draft_names_pictures(const costumier_draft *draft, const uint8_t *file, size_t file_length);

/* Reads the pictures of a PNG or `.aseprite` file for this draft, which stays as it is. `options` is JSON ({"limb":
 * 0, "index": 3}). Returns NULL if it fails. */
costumier_brought *costumier_draft_bring(const costumier_draft *draft, const uint8_t *file, size_t file_length,
    const char *options);

/* Returns the pictures, the colours that the costume does not have, and notes. The result is JSON, or NULL if it
 * fails. */
const char *costumier_brought_report(const costumier_brought *brought);

/* Returns the costume colours of a picture, row by row. The number of bytes is written to `length`. They are valid
 * until the object is freed. Returns NULL if it fails. */
const uint8_t *costumier_brought_rows(const costumier_brought *brought, size_t number, size_t *length);

/* Returns for each pixel of a picture 0, or the number of its foreign colour, counted from 1. At most `capacity`
 * numbers are written to `out`, which may be NULL if `capacity` is 0. Returns how many there are; 0 if it fails. */
size_t costumier_brought_foreign(const costumier_brought *brought, size_t number, uint16_t *out, size_t capacity);

/* Returns the block without its header. The number of bytes is written to `length`. They are valid until the object
 * is freed. Returns NULL if it fails. */
const uint8_t *costumier_packed_payload(const costumier_packed *packed, size_t *length);

/* Returns id, room and name, the size of the block, what was written anew, and notes. The result is JSON, or NULL if
 * it fails. */
const char *costumier_packed_report(const costumier_packed *packed);

/* Returns a game with one bare room and this costume. Returns NULL if it fails. */
costumier_game *costumier_packed_game(const costumier_packed *packed);

/* Returns what was assumed when the room was read. The result is JSON, or NULL if it fails. */
const char *costumier_room_draft_notes(const costumier_room_draft *room_draft);

/* Returns what is in the room: pictures, planes, objects, colours, boxes. The result is JSON, or NULL if it fails. */
const char *costumier_room_draft_head(const costumier_room_draft *room_draft);

/* Returns the room colours of a picture, row by row; of a plane, 1 where the picture is in front of actors. The
 * number of bytes is written to `length`. Returns NULL if it fails. */
const uint8_t *costumier_room_draft_rows(const costumier_room_draft *room_draft, const char *picture,
    size_t *length);

/* Sets a rectangle of pixels of a picture: `rows` are room colours, row by row; of a plane 0 and 1. Returns 0, or -1
 * if it fails. */
int32_t costumier_room_draft_paint(costumier_room_draft *room_draft, const char *picture, int32_t x, int32_t y,
    uint32_t width, uint32_t height, const uint8_t *rows, size_t rows_length);

/* Applies an edit, given as JSON. `edit` is JSON (docs/json.md), like those that costumier_room_draft_edits()
 * returns. Returns 0, or -1 if it fails. */
int32_t costumier_room_draft_apply(costumier_room_draft *room_draft, const char *edit);

/* Undoes the last edit. Returns false if there is none. Returns 1 or 0, or -1 if it fails. */
int32_t costumier_room_draft_undo(costumier_room_draft *room_draft);

/* Applies again what was undone last. Returns false if there is nothing. Returns 1 or 0, or -1 if it fails. */
int32_t costumier_room_draft_redo(costumier_room_draft *room_draft);

/* Returns the applied edits in their order. The result is JSON, or NULL if it fails. */
const char *costumier_room_draft_edits(const costumier_room_draft *room_draft);

/* Packs the draft into a block. Returns NULL if it fails. */
costumier_packed_room *costumier_room_draft_pack(const costumier_room_draft *room_draft);

/* Returns the files of the draft's room folder. Returns NULL if it fails. */
costumier_file_list *costumier_room_draft_files(const costumier_room_draft *room_draft);

/* Returns the block without its header. The number of bytes is written to `length`. They are valid until the object
 * is freed. Returns NULL if it fails. */
const uint8_t *costumier_packed_room_payload(const costumier_packed_room *packed_room, size_t *length);

/* Returns number and name of the room, the size of the block, what was written anew, and notes. The result is JSON,
 * or NULL if it fails. */
const char *costumier_packed_room_report(const costumier_packed_room *packed_room);

/* Returns what happens to each costume and room, and the files that change. The result is JSON, or NULL if it fails. */
const char *costumier_put_report(const costumier_put *put);

/* Returns the `patch`, or the `files` that change, whole. Returns NULL if it fails. */
costumier_file_list *costumier_put_written(const costumier_put *put, const char *form);

/* Closes a game. What was opened from it stays usable. NULL is allowed. */
void costumier_close(costumier_game *game);

/* Frees a costumier_costume. NULL is allowed. */
void costumier_costume_free(costumier_costume *costume);

/* Frees a costumier_clip. NULL is allowed. */
void costumier_clip_free(costumier_clip *clip);

/* Frees a costumier_scene. NULL is allowed. */
void costumier_scene_free(costumier_scene *scene);

/* Frees a costumier_file_list. NULL is allowed. */
void costumier_file_list_free(costumier_file_list *file_list);

/* Frees a costumier_draft. NULL is allowed. */
void costumier_draft_free(costumier_draft *draft);

/* Frees a costumier_brought. NULL is allowed. */
void costumier_brought_free(costumier_brought *brought);

/* Frees a costumier_packed. NULL is allowed. */
void costumier_packed_free(costumier_packed *packed);

/* Frees a costumier_room_draft. NULL is allowed. */
void costumier_room_draft_free(costumier_room_draft *room_draft);

/* Frees a costumier_packed_room. NULL is allowed. */
void costumier_packed_room_free(costumier_packed_room *packed_room);

/* Frees a costumier_put. NULL is allowed. */
void costumier_put_free(costumier_put *put);
/* border: end. */

#ifdef __cplusplus
}
#endif

#endif
