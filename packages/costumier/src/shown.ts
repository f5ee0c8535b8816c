/** Escapes texts of files for terminals: names may hold characters that a terminal obeys or hides. As `escape` in Rust. */

/** Characters that control, change the direction, are invisible, separate lines, or are unassigned. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\p{Cs}]/gu;

/** A text in one line, with such characters as `\u{1b}`. */
export const shown = (text: string): string =>
  text.replace(HIDDEN, (it) => `\\u{${it.codePointAt(0)!.toString(16)}}`);

/** A text of several lines. */
export const shownLines = (text: string): string => text.split("\n").map(shown).join("\n");

/** A message: only indented lines stay lines, so that no name looks like another message. */
export const shownMessage = (text: string): string => text.split(/\n(?= {2})/).map(shown).join("\n");

/** A value as indented JSON, with such characters as `\u001b`. */
export const shownJson = (data: unknown): string =>
  JSON.stringify(data, null, 2)
    .split("\n")
    .map((line) =>
      line.replace(HIDDEN, (it) =>
        it.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
      ),
    )
    .join("\n");
