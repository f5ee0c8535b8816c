/* Opens the game in the files of the call, plays a scene, and writes its pictures: the example of docs/c.md.
 *
 *   scene OUT FILE...
 *
 * OUT/TICK.idx has the palette indices of each tick. The test compares them with those of `costumier render --raw`. */
#include <costumier.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 8 };

static int32_t read_file(void *context, uint64_t offset, uint8_t *out, size_t length) {
    FILE *file = context;
    return fseek(file, (long)offset, SEEK_SET) == 0 && fread(out, 1, length, file) == length ? 0 : -1;
}

static void on_event(void *context, const costumier_event *event) {
    ++*(int *)context;
    printf("actor %zu limb %u: %s, %s\n", event->actor, event->limb, event->kind, event->text);
}

static int failed(const char *what) {
    const char *why = costumier_last_error();
    fprintf(stderr, "%s: %s\n", what, why ? why : "no reason");
    return 1;
}

/* What must fail, and say why. */
static int misuse(const costumier_game *game, costumier_scene *scene) {
    costumier_picture picture;
    costumier_file nameless = {NULL, 0, read_file, NULL};
    costumier_file small = {"000.LFL", 3, read_file, NULL};
    int wrong = 0;
    wrong += costumier_open(NULL, 0, NULL) != NULL;
    wrong += costumier_open(&nameless, 1, NULL) != NULL;
    small.read = NULL;
    wrong += costumier_open(&small, 1, NULL) != NULL;
    wrong += costumier_scene_new(NULL, "{}") != NULL;
    wrong += costumier_scene_new(game, NULL) != NULL;
    wrong += costumier_scene_new(game, "{\"actor\": []}") != NULL;
    wrong += strstr(costumier_last_error(), "actors") == NULL;
    wrong += costumier_scene_do(scene, 9, "{\"chore\": 1}") != -1;
    wrong += costumier_scene_do(scene, 0, "\xff") != -1;
    wrong += costumier_scene_do(NULL, 0, "{}") != -1;
    wrong += costumier_scene_tick(NULL, NULL, NULL) != -1;
    wrong += costumier_scene_render(scene, NULL) != -1;
    wrong += costumier_scene_render(NULL, &picture) != -1;
    wrong += costumier_costumes(NULL, NULL, 0) != 0;
    costumier_scene_free(NULL);
    costumier_close(NULL);
    return wrong;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "scene OUT FILE...\n");
        return 2;
    }
    size_t files = (size_t)count - 2;
    costumier_file *list = calloc(files, sizeof *list);
    for (size_t i = 0; i < files; i++) {
        char *path = words[i + 2], *slash = strrchr(path, '/');
        FILE *file = fopen(path, "rb");
        if (!file || fseek(file, 0, SEEK_END) != 0) {
            perror(path);
            return 1;
        }
        list[i] = (costumier_file){slash ? slash + 1 : path, (uint64_t)ftell(file), read_file, file};
    }
    costumier_game *game = costumier_open(list, files, NULL);
    if (!game) {
        return failed("open");
    }
    uint32_t ids[64];
    size_t costumes = costumier_costumes(game, ids, 64);
    printf("costumier %s: %zu costumes, the first is %" PRIu32 "\n", costumier_version(), costumes, ids[0]);
    char json[256];
    snprintf(json, sizeof json,
             "{\"actors\": [{\"costume\": %" PRIu32 ", \"position\": [160, 120], \"facing\": \"east\"}]}", ids[0]);
    costumier_scene *scene = costumier_scene_new(game, json);
    if (!scene || costumier_scene_do(scene, 0, "{\"perform\": \"walk\"}") != 0) {
        return failed("scene");
    }
    int heard = 0, told = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        costumier_picture picture;
        if (costumier_scene_render(scene, &picture) != 0) {
            return failed("render");
        }
        char path[4096];
        snprintf(path, sizeof path, "%s/%d.idx", words[1], tick);
        FILE *out = fopen(path, "wb");
        size_t pixels = (size_t)picture.width * picture.height;
        if (!out || fwrite(picture.indices, 1, pixels, out) != pixels || fclose(out) != 0) {
            perror(path);
            return 1;
        }
        /* The colours are those of the indices. */
        for (size_t i = 0; i < pixels; i++) {
            const uint8_t *rgba = picture.rgba + 4 * i, *rgb = picture.palette + 3 * picture.indices[i];
            int shown = picture.indices[i] != picture.transparent;
            if (rgba[3] != (shown ? 255 : 0) || (shown && memcmp(rgba, rgb, 3) != 0)) {
                fprintf(stderr, "tick %d, pixel %zu has another colour\n", tick, i);
                return 1;
            }
        }
        int events = costumier_scene_tick(scene, on_event, &heard);
        if (events < 0) {
            return failed("tick");
        }
        told += events;
    }
    if (heard != told) {
        fprintf(stderr, "%d events were told, and %d were heard\n", told, heard);
        return 1;
    }
    int wrong = misuse(game, scene);
    /* A scene outlives its game. */
    costumier_close(game);
    costumier_picture picture;
    wrong += costumier_scene_render(scene, &picture) != 0;
    costumier_scene_free(scene);
    for (size_t i = 0; i < files; i++) {
        fclose(list[i].context);
    }
    free(list);
    if (wrong) {
        fprintf(stderr, "%d calls that must fail did not\n", wrong);
    }
    return wrong != 0;
}
