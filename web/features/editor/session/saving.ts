import { ApiError } from '../../../api/http.ts';
import { createFileWith, readBytes, saveBytes } from '../../../api/texts.ts';
import type { EditorSession } from './editor-session.ts';
import { isSameBytes, type OpenedText, openText } from './opened-text.ts';

/** Result of saving. The local text stays in all cases. */
export type SaveOutcome =
  | { readonly kind: 'saved' }
  | {
      /** The file has been changed on the server. `theirs` is its current text; undefined if it is no longer a text. */
      readonly kind: 'changed';
      readonly version: string;
      readonly theirs: OpenedText | undefined;
    }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unencodable' }
  | { readonly kind: 'failed'; readonly failure: unknown };

type Bytes = Uint8Array<ArrayBuffer>;

/** Saves one at a time: a second request waits for the first, and starts from its result. */
export class Saver {
  readonly #session: EditorSession;
  #last: Promise<unknown> = Promise.resolve();

  constructor(session: EditorSession) {
    this.#session = session;
  }

  /** Saves the text as it is after earlier saves have ended; does nothing if it is already saved. */
  save(): Promise<SaveOutcome> {
    return this.#enqueue(async (bytes) => {
      if (!this.#session.isUnsaved) return undefined;
      return saveBytes(this.#session.path, bytes, this.#session.version);
    });
  }

  /** Creates the file again after it was deleted. */
  recreateFile(): Promise<SaveOutcome> {
    return this.#enqueue((bytes) => createFileWith(this.#session.path, bytes));
  }

  #enqueue(send: (bytes: Bytes) => Promise<string | undefined>): Promise<SaveOutcome> {
    const outcome = this.#last.then(() => this.#run(send));
    this.#last = outcome;
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
        // An earlier save succeeded, but its response was lost.
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
