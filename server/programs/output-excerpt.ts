/** What the record of a run shows of it at most. */
const MOST_CHARACTERS = 4_096;

/** Keeps the beginning of what a program prints, for the record. */
export class OutputExcerpt {
  #text = '';
  #isCut = false;

  add(text: string): void {
    const room = MOST_CHARACTERS - this.#text.length;
    if (text.length > room) this.#isCut = true;
    if (room > 0) this.#text += text.slice(0, room);
  }

  get text(): string {
    // A surrogate without its other half would be no character, and not every database takes NUL.
    return this.#text.replace(/[\uD800-\uDBFF]$/, '').replaceAll('\0', '\u{FFFD}');
  }

  /** There was more. */
  get isCut(): boolean {
    return this.#isCut;
  }
}
