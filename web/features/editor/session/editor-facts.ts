import type { LineEnd } from '../../../lib/text-encoding/line-ends.ts';
import type { Encoding } from '../../../lib/text-encoding/text-encoding.ts';
import type { Draft } from './drafts.ts';
import type { OpenedText } from './opened-text.ts';

/** Change of the file on the server while its text was open. */
export type News = 'none' | 'changed' | 'gone';

/** State of the editor besides its text. */
export interface EditorFacts {
  readonly isUnsaved: boolean;
  readonly isSaving: boolean;
  readonly encoding: Encoding;
  /** Encodings that can decode the bytes on the server. */
  readonly readable: readonly Encoding[];
  readonly lineEnd: LineEnd;
  readonly isMixed: boolean;
  /** Undefined for plain text. */
  readonly language: string | undefined;
  /** Selectable languages, once they are loaded. */
  readonly languages: readonly string[];
  readonly wraps: boolean;
  readonly cursor: Cursor;
  /** Size in bytes when last read or saved. */
  readonly size: number;
  readonly news: News;
  /** Text on the server while it is compared. */
  readonly compared: OpenedText | undefined;
  /** Earlier unsaved text, until the user restores or discards it. */
  readonly draft: Draft | undefined;
}

export interface Cursor {
  /** Both start at 1. */
  readonly line: number;
  readonly column: number;
  /** Number of characters. */
  readonly selected: number;
  readonly count: number;
}
