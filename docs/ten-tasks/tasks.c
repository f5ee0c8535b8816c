// 0. Begin
#include <costumier.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a: the same bytes have the same checksum in all languages. Begin with BEGIN, go on with the last result. */
#define BEGIN 0x811c9dc5u
static uint32_t checksum(uint32_t number, const uint8_t *bytes, size_t length) {
    for (size_t i = 0; i < length; i++) {
        number = (number ^ bytes[i]) * 0x01000193u;
    }
    return number;
}

static uint32_t of_picture(uint32_t number, const costumier_picture *picture) {
    return checksum(number, picture->rgba, (size_t)picture->width * picture->height * 4);
}

/* Ends the program if a call failed. */
static void need(int holds) {
    if (!holds) {
        fprintf(stderr, "%s\n", costumier_last_error());
        exit(1);
    }
}

int main(int count, char **words) {
    // 1. Open a game
    costumier_game *game = costumier_open_path(count > 1 ? words[1] : "", NULL);
    need(game != NULL);
    printf("open: %zu costumes\n", costumier_costumes(game, NULL, 0));

    // 2. List its costumes
    uint32_t ids[64];
    size_t costumes = costumier_costumes(game, ids, 64);
    for (size_t i = 0; i < costumes && i < 64; i++) {
        costumier_costume *costume = costumier_game_costume(game, ids[i]);
        need(costume != NULL);
        const char *name = costumier_costume_name(costume);
        printf("list: %" PRIu32 " %s, ", ids[i], name ? name : "");
        printf("room %" PRIu32 "\n", costumier_costume_room(costume));
        costumier_costume_free(costume);
    }

    // 3. Take a picture
    costumier_costume *odile = costumier_game_costume(game, 1);
    costumier_picture picture;
    need(odile != NULL && costumier_costume_picture(odile, 0, 29, &picture) == 0);
    printf("picture: %" PRIu32 " x %" PRIu32 " pixels, ", picture.width, picture.height);
    printf("%08" PRIx32 "\n", of_picture(BEGIN, &picture));

    // 4. Play an animation
    costumier_clip *clip = costumier_costume_clip(odile, "walk", "east");
    need(clip != NULL);
    uint32_t sum = BEGIN;
    for (size_t frame = 0; frame < costumier_clip_count(clip); frame++) {
        need(costumier_clip_frame(clip, frame, &picture) == 0);
        sum = of_picture(sum, &picture);
    }
    printf("clip: %zu frames of %" PRIu32 " x ", costumier_clip_count(clip), costumier_clip_width(clip));
    printf("%" PRIu32 ", %08" PRIx32 "\n", costumier_clip_height(clip), sum);

    // 5. Let two actors walk
    costumier_scene *scene = costumier_scene_new(game,
        "{\"room\": 1, \"view\": \"screen\", \"actors\": ["
        "{\"costume\": 1, \"position\": [60, 130], \"facing\": \"east\", \"steps\": [{\"perform\": \"walk\"}]},"
        "{\"costume\": 2, \"position\": [260, 135], \"facing\": \"west\", \"steps\": [{\"perform\": \"walk\"}]}]}");
    need(scene != NULL);
    sum = BEGIN;
    for (int tick = 1; tick <= 8; tick++) {
        need(costumier_scene_render(scene, &picture) == 0);
        sum = of_picture(sum, &picture);
        costumier_scene_place(scene, 0, 60 + 6 * tick, 130);
        costumier_scene_place(scene, 1, 260 - 6 * tick, 135);
        costumier_scene_tick(scene, NULL, NULL);
    }
    printf("scene: 8 pictures of %" PRIu32 " x %" PRIu32 ", %08" PRIx32 "\n", picture.width, picture.height, sum);

    // 6. Click on an actor
    int32_t x, y;
    need(costumier_scene_feet(scene, 1, &x, &y) == 0);
    int32_t hit = costumier_scene_actor_at(scene, x, y - 20), missed = costumier_scene_actor_at(scene, 0, 0);
    printf("click: actor %" PRId32 " at %" PRId32 ", %" PRId32 ", ", hit, x, y - 20);
    printf("%s at 0, 0\n", missed == -1 ? "none" : "an actor");

    // 7. Edit a costume
    costumier_draft *draft = costumier_game_draft(game, 1);
    uint8_t rows[64];
    memset(rows, 3, sizeof rows);
    need(draft != NULL && costumier_draft_paint(draft, 0, 29, 8, 8, -4, -40, rows, sizeof rows) == 0);
    need(costumier_draft_undo(draft) == 1);
    costumier_packed *packed = costumier_draft_pack(draft);
    size_t length;
    const uint8_t *bytes = costumier_packed_payload(packed, &length);
    need(bytes != NULL);
    uint32_t before = checksum(BEGIN, bytes, length);
    bytes = costumier_costume_payload(odile, &length);
    const char *undone = before == checksum(BEGIN, bytes, length) ? "yes" : "no";
    costumier_packed_free(packed);
    need(costumier_draft_redo(draft) == 1);
    packed = costumier_draft_pack(draft);
    bytes = costumier_packed_payload(packed, &length);
    need(bytes != NULL);
    printf("edit: 1 edit, undone: %s, %zu bytes, %08" PRIx32 "\n", undone, length, checksum(BEGIN, bytes, length));

    // 8. Make a patch
    costumier_new_costume costume = {1, -1, bytes, length};
    costumier_put *put = costumier_game_put(game, &costume, 1, NULL, 0, 0, 0);
    costumier_file_list *files = costumier_put_written(put, "patch");
    const uint8_t *patch = costumier_file_list_bytes(files, 0, &length);
    need(patch != NULL);
    printf("patch: %zu bytes, %08" PRIx32 ", ", length, checksum(BEGIN, patch, length));
    costumier_game *patched = costumier_game_patched(game, patch, length);
    costumier_costume *changed = costumier_game_costume(patched, 1);
    need(changed != NULL && costumier_costume_picture(changed, 0, 29, &picture) == 0);
    printf("the picture is %" PRIu32 " x %" PRIu32 "\n", picture.width, picture.height);
    costumier_file_list_free(files);

    // 9. Export
    const char *options = "{\"formats\": [\"gif\"], \"chore\": [\"walk\"], \"facing\": [\"east\"], \"scale_up\": 2}";
    files = costumier_game_export(game, ids, 1, options);
    need(files != NULL);
    for (size_t file = 0; file < costumier_file_list_count(files); file++) {
        const char *name = costumier_file_list_name(files, file);
        if (strstr(name, ".gif")) {
            bytes = costumier_file_list_bytes(files, file, &length);
            printf("export: %s, %zu bytes, %08" PRIx32 "\n", name, length, checksum(BEGIN, bytes, length));
        }
    }

    // 10. Handle an error
    if (!costumier_game_draft(game, 99)) {
        printf("error: %s\n", costumier_last_error());
    }
    costumier_file_list_free(files);
    costumier_costume_free(changed);
    costumier_close(patched);
    costumier_put_free(put);
    costumier_packed_free(packed);
    costumier_draft_free(draft);
    costumier_scene_free(scene);
    costumier_clip_free(clip);
    costumier_costume_free(odile);
    costumier_close(game);
    return 0;
}
