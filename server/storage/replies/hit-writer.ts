import type { SearchTask } from '../tree-search.ts';

/** Maximum text per message: enough to make messages rare. */
const CHUNK_LENGTH = 64 * 1_024;
/** Maximum time that a hit waits for others to share a message with. */
const LONGEST_WAIT_MS = 32;

/** Collects hits as text. Sends the first at once, and later ones in growing groups. */
export class HitWriter {
  readonly #form: SearchTask['form'];
  #text = '';
  #sentAt = 0;
  #waitMs = 0;

  constructor(form: SearchTask['form']) {
    this.#form = form;
  }

  write(hit: string): void {
    this.#text += this.#form === 'lines' ? `${hit}\n` : `,${hit}`;
  }

  /** Returns the text that has to be sent now; undefined if there is none, or it can wait. */
  due(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#text === '') return undefined;
    const isLong = this.#text.length >= CHUNK_LENGTH;
    if (!isLong && performance.now() - this.#sentAt < this.#waitMs) return undefined;
    return this.rest();
  }

  /** Returns the remaining text; undefined if there is none. */
  rest(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#text === '') return undefined;
    const bytes = new TextEncoder().encode(this.#text);
    this.#text = '';
    this.#sentAt = performance.now();
    this.#waitMs = Math.min(LONGEST_WAIT_MS, Math.max(1, this.#waitMs * 2));
    return bytes;
  }
}
