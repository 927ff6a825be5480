import { ApiError } from '../../../api/http.ts';
import { makeFileOf, readBytes, saveBytes } from '../../../api/texts.ts';
import type { EditorSession } from './editor-session.ts';
import { isSameBytes, type OpenedText, openText } from './opened-text.ts';

/** How saving went. Whatever it was, the text is still here. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  | {
      /** Somebody else has saved since; what is there now, unless it is no text any more. */
      readonly kind: 'changed';
      readonly version: string;
      readonly theirs: OpenedText | undefined;
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unencodable' }
  | { readonly kind: 'failed'; readonly failure: unknown };

type Bytes = Uint8Array<ArrayBuffer>;

/** Saves one after the other: who asks twice waits for the first, whose end the second begins with. */
export class Saver {
  readonly #session: EditorSession;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(session: EditorSession) {
    this.#session = session;
  }

  /** Saves what is there when its turn comes; nothing when that is saved already. */
  save(): Promise<SaveOutcome> {
    return this.#withSlot(async (bytes) => {
      if (!this.#session.isUnsaved) return undefined;
      return saveBytes(this.#session.path, bytes, this.#session.version);
    });
  }

  /** Makes the file anew that has gone meanwhile. */
  saveAnew(): Promise<SaveOutcome> {
    return this.#withSlot((bytes) => makeFileOf(this.#session.path, bytes));
  }

  #withSlot(send: (bytes: Bytes) => Promise<string | undefined>): Promise<SaveOutcome> {
    const outcome = this.#turn.then(() => this.#run(send));
    this.#turn = outcome;
    return outcome;
  }

  async #run(send: (bytes: Bytes) => Promise<string | undefined>): Promise<SaveOutcome> {
    const contents = this.#session.contents();
    const bytes = this.#session.bytes();
    if (!bytes) return { kind: 'unencodable' };
    this.#session.setSaving(true);
    try {
      const version = await send(bytes);
      if (version !== undefined) this.#session.noteSaved(contents, bytes, version);
      return { kind: 'saved' };
    } catch (failure) {
      const outcome = await this.#meaningOf(failure);
      if (
        outcome.kind === 'changed' &&
        outcome.theirs &&
        isSameBytes(outcome.theirs.bytes, bytes)
      ) {
        // It was saved earlier, and only the answer has been lost.
        this.#session.noteSaved(contents, bytes, outcome.version);
        return { kind: 'saved' };
      }
      return outcome;
    } finally {
      this.#session.setSaving(false);
    }
  }

  async #meaningOf(failure: unknown): Promise<SaveOutcome> {
    const status = failure instanceof ApiError ? failure.status : undefined;
    if (status === 404) return { kind: 'gone' };
    if (status !== 412 && status !== 409) return { kind: 'failed', failure };
    try {
      const file = await readBytes(this.#session.path);
      return { kind: 'changed', version: file.version, theirs: openText(file) };
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 404) return { kind: 'gone' };
      return { kind: 'failed', failure: cause };
    }
  }
}
