/* Edits a costume with a history, and writes what comes of it:
 *
 *   draft GAME FOLDER
 *
 * FOLDER gets draft.bps (the patch), whole/ (the files that change) and costume/ (the costume folder). `.ci/c` compares
 * them with what the command makes of that folder. */
#define _POSIX_C_SOURCE 200809L
#include <costumier.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int wrong;

static void check(int holds, const char *what) {
    if (!holds) {
        const char *why = costumier_last_error();
        fprintf(stderr, "%s (%s)\n", what, why ? why : "no error");
        wrong++;
    }
}

/* Writes files into a folder. `name` is the name of the only one, or NULL. */
static void write_files(const costumier_file_list *files, const char *folder, const char *name) {
    mkdir(folder, 0777);
    check(costumier_file_list_count(files) > 0, "there are files");
    for (size_t file = 0; file < costumier_file_list_count(files); file++) {
        char path[4096];
        size_t length = 0;
        const char *its = name ? name : costumier_file_list_name(files, file);
        snprintf(path, sizeof path, "%s/%s", folder, its);
        for (char *at = strchr(path + strlen(folder) + 1, '/'); at; at = strchr(at + 1, '/')) {
            *at = 0;
            mkdir(path, 0777);
            *at = '/';
        }
        const uint8_t *bytes = costumier_file_list_bytes(files, file, &length);
        FILE *out = fopen(path, "wb");
        check(out && fwrite(bytes, 1, length, out) == length, path);
        if (out) fclose(out);
    }
}

/* A file of the list, for costumier_draft_read. */
struct kept {
    uint8_t *bytes;
    size_t length;
};

static int32_t read_kept(void *context, uint64_t offset, uint8_t *out, size_t length) {
    const struct kept *it = context;
    memcpy(out, it->bytes + offset, length);
    return 0;
}

/* Paints a pixel of a room's background, and puts the room into the game together with a costume. */
static void paint_room(const costumier_game *game, const costumier_new_costume *edited) {
    costumier_room_draft *draft = costumier_game_room_draft(game, 1);
    check(draft && strstr(costumier_room_draft_head(draft), "\"background\""), "the room has a background");
    check(costumier_game_room_draft(game, 99) == NULL, "no room 99");
    size_t length = 0;
    const uint8_t *rows = costumier_room_draft_rows(draft, "background", &length);
    uint8_t pixel = rows && rows[0] != 7 ? 7 : 8;
    check(costumier_room_draft_rows(draft, "sky", &length) == NULL, "no picture of this name");
    check(costumier_room_draft_paint(draft, "background", 0, 0, 1, 1, &pixel, 1) == 0, "paint the room");
    check(costumier_room_draft_undo(draft) == 1 && costumier_room_draft_redo(draft) == 1, "undo and redo");
    check(strstr(costumier_room_draft_edits(draft), "\"pixels\"") != NULL, "the edit of the room");
    costumier_packed_room *packed = costumier_room_draft_pack(draft);
    costumier_new_room room = {1, costumier_packed_room_payload(packed, &length), 0};
    room.length = length;
    check(strstr(costumier_packed_room_report(packed), "background.png") != NULL, "what changed in the room");
    costumier_put *put = costumier_game_put(game, edited, 1, &room, 1, 0, 0);
    check(put && strstr(costumier_put_report(put), "\"rooms\":[{\"id\":1"), "put a costume and a room");
    costumier_file_list *patch = costumier_put_written(put, "patch");
    const uint8_t *bytes = costumier_file_list_bytes(patch, 0, &length);
    costumier_game *patched = costumier_game_patched(game, bytes, length);
    costumier_room_draft *again = costumier_game_room_draft(patched, 1);
    rows = costumier_room_draft_rows(again, "background", &length);
    check(rows && rows[0] == pixel, "the patched game has the pixel");
    costumier_room_draft_free(again);
    costumier_close(patched);
    costumier_file_list_free(patch);
    costumier_put_free(put);
    costumier_packed_room_free(packed);
    costumier_room_draft_free(draft);
}

/* Reads the costume folder again: it packs to the same block. */
static void read_again(const costumier_file_list *files, const uint8_t *block, size_t length) {
    size_t count = costumier_file_list_count(files);
    costumier_file *list = calloc(count, sizeof *list);
    struct kept *kept = calloc(count, sizeof *kept);
    char **names = calloc(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        const uint8_t *bytes = costumier_file_list_bytes(files, i, &kept[i].length);
        kept[i].bytes = malloc(kept[i].length + 1);
        memcpy(kept[i].bytes, bytes, kept[i].length);
        names[i] = strdup(costumier_file_list_name(files, i));
        list[i] = (costumier_file){names[i], kept[i].length, read_kept, &kept[i]};
    }
    costumier_draft *draft = costumier_draft_read(list, count, NULL);
    check(draft != NULL, "a costume folder is read");
    costumier_packed *packed = costumier_draft_pack(draft);
    size_t again = 0;
    const uint8_t *bytes = costumier_packed_payload(packed, &again);
    check(bytes && again == length && memcmp(bytes, block, length) == 0, "it packs to the same block");
    costumier_game *game = costumier_packed_game(packed);
    check(game && costumier_costumes(game, NULL, 0) == 1, "a game with one costume");
    check(costumier_draft_read(list, 0, NULL) == NULL, "no files");
    costumier_close(game);
    costumier_packed_free(packed);
    costumier_draft_free(draft);
    for (size_t i = 0; i < count; i++) {
        free(kept[i].bytes);
        free(names[i]);
    }
    free(names);
    free(kept);
    free(list);
}

int main(int count, char **words) {
    if (count != 3) return 2;
    costumier_game *game = costumier_open_path(words[1], NULL);
    check(game != NULL, "open");
    costumier_draft *draft = costumier_game_draft(game, 1);
    check(draft && strstr(costumier_draft_head(draft), "\"limbs\""), "head");
    check(costumier_game_draft(game, 99) == NULL && strstr(costumier_last_hint(), "costumier_costumes"), "no costume 99");
    check(strcmp(costumier_draft_notes(draft), "[]") == 0, "notes");
    check(strstr(costumier_draft_record(draft, 2, "east"), "limbs") != NULL, "record");
    check(costumier_draft_record(draft, 2, "up") == NULL && strstr(costumier_last_error(), "west"), "direction");

    /* The pixels of a picture in reverse order. */
    size_t length = 0;
    costumier_costume *costume = costumier_game_costume(game, 1);
    costumier_picture picture;
    check(costumier_costume_picture(costume, 0, 29, &picture) == 0, "picture");
    const uint8_t *bytes = costumier_draft_rows(draft, 0, 29, &length);
    check(bytes && length == (size_t)picture.width * picture.height, "rows");
    uint8_t *rows = malloc(length);
    for (size_t i = 0; i < length; i++) rows[i] = bytes[length - 1 - i];
    check(costumier_draft_paint(draft, 0, 29, picture.width, picture.height, -15, -37, rows, length) == 0, "paint");
    check(costumier_draft_paint(draft, 0, 29, 2, 2, 0, 0, rows, 3) == -1, "too few pixels");
    check(costumier_draft_paint(draft, 16, 0, 1, 1, 0, 0, rows, 1) == -1, "no limb 16");
    char *edits = strdup(costumier_draft_edits(draft));
    check(strstr(edits, "\"picture\"") != NULL, "edits");
    check(costumier_draft_undo(draft) == 1 && costumier_draft_undo(draft) == 0, "undo");
    costumier_packed *packed = costumier_draft_pack(draft);
    bytes = costumier_packed_payload(packed, &length);
    size_t stored = 0;
    const uint8_t *original = NULL;
    uint8_t *kept = malloc(length);
    memcpy(kept, bytes, length);
    original = costumier_costume_payload(costume, &stored);
    check(stored == length && memcmp(original, kept, length) == 0, "undone, it is the costume of the game");
    free(kept);
    costumier_packed_free(packed);
    check(costumier_draft_redo(draft) == 1 && costumier_draft_redo(draft) == 0, "redo");

    /* The same edit, applied to another draft as JSON: without the brackets of the list. */
    costumier_draft *other = costumier_game_draft(game, 1);
    edits[strlen(edits) - 1] = 0;
    check(costumier_draft_apply(other, edits + 1) == 0, "apply");
    check(costumier_draft_apply(other, "{\"paint\": 1}") == -1, "an edit that does not exist");

    packed = costumier_draft_pack(draft);
    /* The bytes of an object stay while others are asked for theirs. */
    const uint8_t *block = costumier_packed_payload(packed, &length);
    check(block && strstr(costumier_packed_report(packed), "\"changes\""), "pack");
    size_t same = 0;
    costumier_packed *second = costumier_draft_pack(other);
    bytes = costumier_packed_payload(second, &same);
    check(same == length && bytes != block && memcmp(bytes, block, length) == 0, "applied, it is the same block");

    char path[4096];
    costumier_file_list *folder = costumier_draft_files(draft, "sheets");
    snprintf(path, sizeof path, "%s/costume", words[2]);
    write_files(folder, path, NULL);
    check(costumier_draft_files(draft, "circles") == NULL, "another word");
    read_again(folder, block, length);
    costumier_file_list_free(folder);

    costumier_new_costume edited = {1, -1, block, length};
    costumier_put *put = costumier_game_put(game, &edited, 1, NULL, 0, 0, 0);
    check(put && strstr(costumier_put_report(put), "\"changes_index\":false"), "put");
    costumier_file_list *patch = costumier_put_written(put, "patch");
    write_files(patch, words[2], "draft.bps");
    costumier_file_list *whole = costumier_put_written(put, "files");
    snprintf(path, sizeof path, "%s/whole", words[2]);
    write_files(whole, path, NULL);
    costumier_costume *other_costume = costumier_game_costume(game, 2);
    costumier_new_costume both[2] = {edited, {2, -1, NULL, 0}};
    both[1].payload = costumier_costume_payload(other_costume, &both[1].length);
    costumier_put *put_both = costumier_game_put(game, both, 2, NULL, 0, 0, 0);
    check(put_both && strstr(costumier_put_report(put_both), "\"id\":2") != NULL, "two costumes");
    costumier_put_free(put_both);
    costumier_costume_free(other_costume);
    check(costumier_game_put(game, both, SIZE_MAX, NULL, 0, 0, 0) == NULL, "no list is so long");
    paint_room(game, &edited);
    edited.id = 99;
    check(costumier_game_put(game, &edited, 1, NULL, 0, 0, 0) == NULL, "a new id without a room");
    check(costumier_game_put(game, NULL, 1, NULL, 0, 0, 0) == NULL, "no costumes");

    /* The patch makes these files, and a game that shows the edit. */
    bytes = costumier_file_list_bytes(patch, 0, &length);
    uint8_t *bps = malloc(length);
    memcpy(bps, bytes, length);
    costumier_file_list *applied = costumier_game_apply(game, bps, length);
    check(costumier_file_list_count(applied) == costumier_file_list_count(whole), "apply");
    costumier_game *patched = costumier_game_patched(game, bps, length);
    costumier_costume *changed = costumier_game_costume(patched, 1);
    check(costumier_costume_picture(changed, 0, 29, &picture) == 0, "the picture in the patched game");
    bytes = costumier_costume_values(changed, 0, 29, &length);
    check(bytes && memcmp(bytes, rows, length) == 0, "the patched game has the edit");
    check(costumier_game_patched(patched, bps, 3) == NULL, "a patch that is cut off");

    /* A file of an art program: the folder's own pictures differ in nothing. */
    costumier_file_list *drawn = costumier_draft_files(draft, "aseprite");
    for (size_t i = 0; i < costumier_file_list_count(drawn); i++) {
        if (!strstr(costumier_file_list_name(drawn, i), ".aseprite")) continue;
        bytes = costumier_file_list_bytes(drawn, i, &length);
        check(costumier_draft_names_pictures(draft, bytes, length) == 1, "it names pictures of the draft");
        costumier_brought *none = costumier_draft_bring(draft, bytes, length, "{}");
        check(none && strstr(costumier_brought_report(none), "\"pictures\":[]"), "no picture differs");
        costumier_brought_free(none);
        check(costumier_draft_undo(draft) == 1, "undo before bringing");
        bytes = costumier_file_list_bytes(drawn, i, &length);
        costumier_brought *one = costumier_draft_bring(draft, bytes, length, "{}");
        check(one && strstr(costumier_brought_report(one), "\"index\":29"), "one picture differs");
        bytes = costumier_brought_rows(one, 0, &length);
        check(bytes && memcmp(bytes, rows, length) == 0, "it has the painted pixels");
        uint16_t foreign[2] = {7, 7};
        check(costumier_brought_foreign(one, 0, foreign, 2) == length && foreign[0] == 0, "no foreign colour");
        check(costumier_brought_foreign(one, 9, foreign, 2) == 0, "there is no picture 9");
        costumier_brought_free(one);
    }
    costumier_file_list_free(drawn);

    costumier_costume_free(changed);
    costumier_close(patched);
    costumier_file_list_free(applied);
    costumier_file_list_free(whole);
    costumier_file_list_free(patch);
    costumier_put_free(put);
    costumier_packed_free(second);
    costumier_packed_free(packed);
    costumier_draft_free(other);
    costumier_draft_free(draft);
    costumier_costume_free(costume);
    costumier_close(game);
    free(bps);
    free(edits);
    free(rows);
    return wrong ? 1 : 0;
}
