import { ApiError } from '../../../api/http.ts';
import { createFileWith, isFileAt, readBytes, saveBytes } from '../../../api/texts.ts';
import type { Contents, EditorSession } from './editor-session.ts';
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

/** A way to send the text to the server. */
interface Sending {
  /** Resolves to the new version; undefined if there was nothing to save. */
  send(bytes: Bytes): Promise<string | undefined>;
  /** Returns true if a failure means that the server has another version of the file. */
  isOtherVersion(failure: ApiError): boolean | Promise<boolean>;
}

/** Contents that were sent to be saved. */
interface Sent {
  readonly contents: Contents;
  readonly bytes: Bytes;
}

/** Saves one at a time: a second request waits for the first, and starts from its result. */
export class Saver {
  readonly #session: EditorSession;
  #last: Promise<unknown> = Promise.resolve();
  /** Contents of failed saves since the last successful one. The server may have saved them, and only its response was lost. */
  #unconfirmed: readonly Sent[] = [];

  readonly #replacement: Sending = {
    send: (bytes) => this.#replaceFile(bytes),
    isOtherVersion: ({ status }) => status === 412,
  };

  readonly #creation: Sending = {
    send: (bytes) => createFileWith(this.#session.path, bytes),
    // A folder may have the name, too, which is no version of the file.
    isOtherVersion: async ({ status }) => status === 409 && (await isFileAt(this.#session.path)),
  };

  constructor(session: EditorSession) {
    this.#session = session;
  }

  /** Saves the text as it is after earlier saves have ended; does nothing if it is already saved. */
  save(): Promise<SaveOutcome> {
    return this.#enqueue(this.#replacement);
  }

  /** Creates the file again after it was deleted. */
  recreateFile(): Promise<SaveOutcome> {
    return this.#enqueue(this.#creation);
  }

  async #replaceFile(bytes: Bytes): Promise<string | undefined> {
    if (!this.#session.isUnsaved) return undefined;
    return saveBytes(this.#session.path, bytes, this.#session.version);
  }

  #enqueue(sending: Sending): Promise<SaveOutcome> {
    const outcome = this.#last.then(() => this.#run(sending));
    this.#last = outcome;
    return outcome;
  }

  async #run(sending: Sending): Promise<SaveOutcome> {
    const contents = this.#session.contents();
    const bytes = this.#session.bytes();
    if (!bytes) return { kind: 'unencodable' };
    this.#session.setSaving(true);
    try {
      const version = await sending.send(bytes);
      if (version !== undefined) this.#noteSaved({ contents, bytes }, version);
      return { kind: 'saved' };
    } catch (failure) {
      const sent = { contents, bytes };
      const outcome = await this.#meaningOf(failure, sending);
      if (outcome.kind === 'failed') this.#unconfirmed = [...this.#unconfirmed, sent];
      const saved = outcome.kind === 'changed' && this.#sentAs(outcome.theirs, sent);
      if (!saved) return outcome;
      // An earlier save succeeded, but its response was lost.
      this.#noteSaved(saved, outcome.version);
      return saved === sent ? { kind: 'saved' } : await this.#run(this.#replacement);
    } finally {
      this.#session.setSaving(false);
    }
  }

  #noteSaved({ contents, bytes }: Sent, version: string): void {
    this.#unconfirmed = [];
    this.#session.noteSaved(contents, bytes, version);
  }

  /** Returns the contents of this or an earlier save that the server has; undefined if it has others. */
  #sentAs(theirs: OpenedText | undefined, sent: Sent): Sent | undefined {
    return (
      theirs && [sent, ...this.#unconfirmed].find(({ bytes }) => isSameBytes(theirs.bytes, bytes))
    );
  }

  async #meaningOf(failure: unknown, sending: Sending): Promise<SaveOutcome> {
    if (!(failure instanceof ApiError)) return { kind: 'failed', failure };
    if (failure.status === 404) return { kind: 'gone' };
    try {
      if (!(await sending.isOtherVersion(failure))) return { kind: 'failed', failure };
      const file = await readBytes(this.#session.path);
      return { kind: 'changed', version: file.version, theirs: openText(file) };
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 404) return { kind: 'gone' };
      return { kind: 'failed', failure: cause };
    }
  }
}
