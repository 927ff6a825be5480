/** Maximum length in characters. */
const MAX_CHARACTERS = 4_096;

/** Keeps the beginning of a program's output, for the log of command runs. */
export class OutputExcerpt {
  #text = '';
  #isCut = false;

  add(text: string): void {
    const room = MAX_CHARACTERS - this.#text.length;
    if (text.length > room) this.#isCut = true;
    if (room > 0) this.#text += text.slice(0, room);
  }

  get text(): string {
    // Removes half a surrogate pair at the end, and NUL, which PostgreSQL cannot store.
    return this.#text.replace(/[\uD800-\uDBFF]$/, '').replaceAll('\0', '\u{FFFD}');
  }

  /** True when output was omitted. */
  get isCut(): boolean {
    return this.#isCut;
  }
}
