
/* A part of everything that is preloaded: texts are compared though one of them is missing.
 *
 * ScummVM 2026.1.1 looks for options by the name of a game's edition, and Passport to Adventure has none. (Under its own name the
 * compiler would take for granted that there are two texts.)
 */
int compare_texts(const char *one, const char *other) __asm__("strcmp");

int compare_texts(const char *one, const char *other)
{
    if (!one || !other) {
        return (one != NULL) - (other != NULL);
    }
    while (*one && *one == *other) {
        one++;
        other++;
    }
    return (unsigned char)*one - (unsigned char)*other;
}
