/* Opens a game by its path, walks an actor through a room, and edits a costume:
 *
 *   walk GAME
 *
 * Every step is checked: a picture that should differ differs, and one that should be the same is the same. */
#include <costumier.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int wrong;

static void check(int holds, const char *what) {
    if (!holds) {
        const char *why = costumier_last_error();
        fprintf(stderr, "%s (%s)\n", what, why ? why : "no error");
        wrong++;
    }
}

/* The picture's colours and position as a number. */
static uint64_t hash(const costumier_picture *picture) {
    uint64_t sum = 14695981039346656037u ^ (uint64_t)(int64_t)picture->x ^ (uint64_t)(int64_t)picture->y << 20;
    for (size_t i = 0; i < (size_t)picture->width * picture->height * 4; i++) {
        sum = (sum ^ picture->rgba[i]) * 1099511628211u;
    }
    return sum;
}

static uint64_t shown(costumier_scene *scene) {
    costumier_picture picture;
    check(costumier_scene_render(scene, &picture) == 0, "render");
    return hash(&picture);
}

static uint64_t frame(costumier_clip *clip, size_t number) {
    costumier_picture picture;
    check(costumier_clip_frame(clip, number, &picture) == 0, "frame");
    return hash(&picture);
}

/* A live actor: moved, changed, joined by another one, forwards and back. */
static void play(const costumier_game *game) {
    costumier_scene *scene = costumier_scene_new(
        game, "{\"room\": 1, \"view\": \"screen\", \"actors\": [{\"costume\": 1, \"position\": [160, 130]}]}");
    check(scene != NULL, "scene");
    check(costumier_scene_do(scene, 0, "{\"perform\": \"walk\"}") == 0, "walk");
    check(costumier_scene_do(scene, 0, "{\"face\": \"east\"}") == 0, "face");
    uint64_t before = shown(scene);
    check(costumier_scene_place(scene, 0, 190, 130) == 0, "place");
    check(shown(scene) != before, "an actor that is moved is seen elsewhere");
    int32_t x = 0, y = 0;
    check(costumier_scene_feet(scene, 0, &x, &y) == 0 && x == 190 && y == 130, "feet");
    uint64_t moved = shown(scene);
    check(costumier_scene_set_actor(scene, 0, "{\"scale\": 128}") == 0, "set_actor");
    check(shown(scene) != moved, "an actor of half the size looks different");
    check(costumier_scene_set_actor(scene, 0, "{\"scale\": 255}") == 0 && shown(scene) == moved, "its size again");
    check(costumier_scene_set(scene, "{\"view\": [0, 0, 200, 100]}") == 0, "set");
    costumier_picture picture;
    check(costumier_scene_render(scene, &picture) == 0 && picture.width == 200 && picture.height == 100, "view");
    check(costumier_scene_set(scene, "{\"view\": \"screen\"}") == 0 && shown(scene) == moved, "the view again");
    const char *second = "{\"costume\": 2, \"position\": [60, 135], \"steps\": [{\"perform\": \"walk\"}]}";
    check(costumier_scene_add(scene, second) == 1, "add");
    check(costumier_scene_actors(scene) == 2 && costumier_scene_now(scene) == 0, "two actors, and a mark");
    uint64_t two = shown(scene);
    check(two != moved, "a second actor is seen");
    check(costumier_scene_tick_many(scene, 5) != NULL && costumier_scene_now(scene) == 5, "tick_many");
    uint64_t fifth = shown(scene);
    check(costumier_scene_seek(scene, 0) == 0 && shown(scene) == two, "back");
    check(costumier_scene_peek(scene, 5, &picture) == 0 && hash(&picture) == fifth, "peek");
    check(costumier_scene_now(scene) == 0 && shown(scene) == two, "a peek changes nothing");
    check(costumier_scene_seek(scene, 5) == 0 && shown(scene) == fifth, "forwards");
    check(strstr(costumier_scene_to_scene(scene, "yard"), "\"yard\"") != NULL, "a scene with a name");
    check(costumier_scene_look(scene, 0, 0xffff, 0) == 0 && shown(scene) != fifth, "limbs are hidden");
    check(costumier_scene_look(scene, 0, 0, 0) == 0 && shown(scene) == fifth, "limbs are shown");
    check(strstr(costumier_scene_timeline(scene, 0), "\"bounds\"") != NULL, "timeline");
    const char *whole = costumier_scene_to_scene(scene, NULL);
    costumier_scene *again = whole ? costumier_scene_new(game, whole) : NULL;
    check(again != NULL && shown(again) == fifth, "a scene with its past draws the same");
    check(costumier_scene_remove(scene, 1) == 0 && costumier_scene_actors(scene) == 1, "remove");
    check(strstr(costumier_scene_state(scene, 0), "\"limbs\"") != NULL, "state");
    check(costumier_scene_actor_at(scene, 190, 120) == 0 && costumier_scene_actor_at(scene, 0, 0) == -1, "actor_at");
    check(strstr(costumier_scene_explain(scene, 190, 120), "touches") != NULL, "explain");
    /* What must fail, and leaves the scene as it is. */
    uint64_t last = shown(scene);
    check(costumier_scene_place(scene, 7, 0, 0) == -1, "place of none");
    check(strstr(costumier_last_hint(), "costumier_scene_actors") != NULL, "hint");
    check(costumier_scene_set_actor(scene, 7, "{}") == -1, "set_actor of none");
    check(costumier_scene_set_actor(scene, 0, "{\"sclae\": 1}") == -1, "a setting that does not exist");
    check(costumier_scene_add(scene, "{\"costume\": 99}") == -1, "a costume that does not exist");
    check(costumier_scene_remove(scene, 3) == -1 && costumier_scene_seek(scene, 1000000) == -1, "too far");
    check(costumier_scene_do(scene, 0, "{\"chore\": 256}") == -1, "a chore that v5 does not have");
    check(costumier_scene_new(game, "") == NULL && !strstr(costumier_last_error(), "scenes"), "an empty text");
    check(shown(scene) == last, "calls that fail change nothing");
    check(costumier_scene_to_scene(scene, "../x") == NULL && strstr(costumier_last_error(), "../x"), "no file name");
    costumier_scene_free(scene);
    costumier_scene_free(again);
}

/* A second free does nothing but set the error. */
static void free_twice(const costumier_game *game) {
    costumier_costume *costume = costumier_game_costume(game, 1);
    costumier_clip *clip = costumier_costume_clip(costume, "walk", "east");
    costumier_scene_free((costumier_scene *)clip);
    check(strcmp(costumier_last_error(), "scene is freed already, or is another object") == 0, "another type");
    check(costumier_clip_count(clip) > 0, "the clip is still there");
    costumier_clip_free(clip);
    costumier_clip_free(clip);
    check(strcmp(costumier_last_error(), "clip is freed already, or is another object") == 0, "a second free");
    costumier_costume_free(costume);
    costumier_costume_free(costume);
    check(strstr(costumier_last_error(), "costume is freed already") != NULL, "a second free of a costume");
    costumier_costume_free(NULL);
}

/* Names, pictures, palettes, an edited costume and its files. */
static void edit(const costumier_game *game) {
    check(costumier_game_costume_called(game, "odile") == 1, "a costume by its name");
    check(costumier_game_costume_called(game, "Understudy") == 2, "a name that another script gives");
    check(costumier_game_costume_called(game, "e") == -1, "a letter is no part of a name");
    check(strstr(costumier_game_room(game, 1), "\"width\"") != NULL, "the size of a room");
    check(costumier_game_room(game, 250) == NULL, "no such room");
    const uint32_t six = 6;
    check(costumier_game_export(game, &six, 1, "{\"picture\": [{\"limb\": 0, \"index\": 99}]}") == NULL, "no picture");
    check(strcmp(costumier_last_error(), "costume 6 has no picture 0.99") == 0, costumier_last_error());
    check(strstr(costumier_last_hint(), "limb 0 has 0 to 8") != NULL, "the pictures that exist");
    check(costumier_game_export(game, &six, 1, "{\"chore\": [77]}") == NULL, "no chore");
    check(strstr(costumier_last_hint(), "costumier_costume_actions()") != NULL, "the chores that exist");
    size_t size = 0;
    const uint8_t *montage = costumier_game_montage(game, NULL, 0, NULL, &size);
    check(montage != NULL && size > 1000 && memcmp(montage, "\x89PNG", 4) == 0, "montage");
    check(costumier_game_montage(game, NULL, 0, "{\"backgroud\": \"navy\"}", &size) == NULL, "an unknown option");
    check(costumier_game_costume_called(game, "Guybrush") == -1 && strstr(costumier_last_hint(), "Odile"), "names");
    check(strstr(costumier_game_costumes(game), "\"Odile\"") != NULL, "list");
    check(strstr(costumier_game_info(game), "\"interpreter\"") != NULL, "info");
    costumier_costume *costume = costumier_game_costume(game, 1);
    check(costume != NULL && strcmp(costumier_costume_name(costume), "Odile") == 0, "name");
    size_t length = 0;
    check(costumier_costume_contact_sheet(costume, "{\"scale_up\": 2}", &length) != NULL && length > 1000, "contact sheet");
    check(costumier_costume_palette(costume, &length) != NULL && length == 768, "palette");
    check(costumier_game_room_palette(game, 1, &length) != NULL && length == 768, "room_palette");
    check(costumier_game_room_palette(game, 250, &length) == NULL, "a room that does not exist");
    costumier_clip *clip = costumier_costume_clip(costume, "walk", "east");
    uint32_t ticks[64];
    size_t frames = costumier_clip_count(clip);
    check(frames > 1 && costumier_clip_ticks(clip, ticks, 64) == frames && ticks[0] > 0, "frames");
    uint64_t first = frame(clip, 0);
    costumier_picture picture;
    check(costumier_clip_frame(clip, frames, &picture) == -1 && strstr(costumier_last_hint(), "count"), "no frame");

    /* The first pictures in one colour. */
    costumier_costume *edited = costumier_game_costume(game, 1);
    for (uint32_t index = 0; index < 40; index++) {
        check(costumier_costume_picture(costume, 0, index, &picture) == 0, "picture");
        const uint8_t *values = costumier_costume_values(edited, 0, index, &length);
        uint8_t *red = malloc(length + 1);
        memset(red, 3, length + 1);
        costumier_costume *next = costumier_costume_with_picture(edited, 0, index, red, length);
        check(values != NULL && next != NULL, "with_picture");
        check(costumier_costume_with_picture(edited, 0, index, red, length + 1) == NULL, "too many values");
        free(red);
        costumier_costume_free(edited);
        edited = next;
    }
    costumier_clip *other = costumier_costume_clip(edited, "walk", "east");
    check(frame(other, 0) != first && frame(clip, 0) == first, "the clip of an edited costume shows the edit");
    size_t before = 0, after = 0;
    const uint8_t *gif = costumier_clip_encode(clip, "gif", NULL, &before);
    uint8_t *kept = malloc(before);
    memcpy(kept, gif, before);
    gif = costumier_clip_encode(other, "gif", NULL, &after);
    check(gif != NULL && (before != after || memcmp(kept, gif, before) != 0), "so does its file");
    free(kept);
    costumier_file_list *files = costumier_costume_export(edited, "{\"formats\": [\"png\"], \"scale_up\": 2}");
    check(costumier_file_list_count(files) > 1 && costumier_file_list_name(files, 0) != NULL, "export");
    check(costumier_file_list_bytes(files, 0, &length) != NULL && length > 0, "bytes");
    check(costumier_file_list_bytes(files, 100000, &length) == NULL, "a file that does not exist");
    costumier_game *changed = costumier_costume_game(edited);
    costumier_costume *same = costumier_game_costume(changed, 1);
    costumier_clip *third = costumier_costume_clip(same, "walk", "east");
    check(frame(third, 0) == frame(other, 0), "the game of an edited costume has the edit");
    costumier_clip_free(third);
    costumier_costume_free(same);
    costumier_close(changed);
    costumier_file_list_free(files);
    costumier_clip_free(other);
    costumier_clip_free(clip);
    costumier_costume_free(edited);
    costumier_costume_free(costume);
}

int main(int count, char **words) {
    if (count != 2) {
        fprintf(stderr, "walk GAME\n");
        return 2;
    }
    costumier_game *game = costumier_open_path(words[1], NULL);
    if (!game) {
        fprintf(stderr, "%s\n", costumier_last_error());
        return 1;
    }
    check(costumier_open_path("/does/not/exist", NULL) == NULL && costumier_last_hint() != NULL, "no such path");
    check(costumier_open_path(words[1], "{\"sreen\": \"vga\"}") == NULL, "an option that does not exist");
    check(costumier_open_bytes((const uint8_t *)"no game", 7, NULL) == NULL, "bytes that are no game");
    play(game);
    edit(game);
    free_twice(game);
    costumier_close(game);
    printf("%s\n", wrong ? "the walk went wrong" : "the walk is as it should be");
    return wrong != 0;
}
