import type { SearchTask } from '../tree-search.ts';

/** Of text: enough to make messages rare. */
const CHUNK_LENGTH = 64 * 1_024;
/** A hit waits no longer for others to share a message with. */
const LONGEST_WAIT_MS = 32;

/** Collects hits as text. The first is on its way at once, those after it in ever larger company. */
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

  /** What has to be sent now; undefined when there is nothing, or it can wait. */
  due(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#text === '') return undefined;
    const isLong = this.#text.length >= CHUNK_LENGTH;
    if (!isLong && performance.now() - this.#sentAt < this.#waitMs) return undefined;
    return this.rest();
  }

  /** All that is left; undefined when that is nothing. */
  rest(): Uint8Array<ArrayBuffer> | undefined {
    if (this.#text === '') return undefined;
    const bytes = new TextEncoder().encode(this.#text);
    this.#text = '';
    this.#sentAt = performance.now();
    this.#waitMs = Math.min(LONGEST_WAIT_MS, Math.max(1, this.#waitMs * 2));
    return bytes;
  }
}
