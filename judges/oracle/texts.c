
#include <stdlib.h>

/* A part of everything that is preloaded: texts are compared though one of them is missing.
 *
 * Two checksums are compared as if the first, which ScummVM looks for in its list, were that of a known edition: for packs
 * that ScummVM would take for another edition of their game.
 *
 * ScummVM 2026.1.1 looks for options by the name of a game's edition, and Passport to Adventure has none. (Under its own name the
 * compiler would take for granted that there are two texts.)
 */
int compare_texts(const char *one, const char *other) __asm__("strcmp");

static int is_checksum(const char *text)
{
    int at = 0;
    while ((text[at] >= '0' && text[at] <= '9') || (text[at] >= 'a' && text[at] <= 'f')) {
        at++;
    }
    return at == 32 && !text[at];
}

int compare_texts(const char *one, const char *other)
{
    const char *known = getenv("ORACLE_CHECKSUM");
    if (known && one && other && is_checksum(one) && is_checksum(other)) {
        one = known;
    }
    if (!one || !other) {
        return (one != NULL) - (other != NULL);
    }
    while (*one && *one == *other) {
        one++;
        other++;
    }
    return (unsigned char)*one - (unsigned char)*other;
}
