import type { LineEnd } from '../../../lib/text-encoding/line-ends.ts';
import type { Encoding } from '../../../lib/text-encoding/text-encoding.ts';
import type { Draft } from './drafts.ts';
import type { OpenedText } from './opened-text.ts';

/** What has become of the file on the server while its text was open here. */
export type News = 'none' | 'changed' | 'gone';

/** What the screen shows of a text besides its letters. */
export interface EditorFacts {
  readonly isUnsaved: boolean;
  readonly isSaving: boolean;
  readonly encoding: Encoding;
  /** Those that the bytes on the server can be read with. */
  readonly readable: readonly Encoding[];
  readonly lineEnd: LineEnd;
  readonly isMixed: boolean;
  /** Undefined for plain text. */
  readonly language: string | undefined;
  /** Those that can be chosen, when they are known. */
  readonly languages: readonly string[];
  readonly wraps: boolean;
  readonly cursor: Cursor;
  /** Bytes as last read or saved. */
  readonly size: number;
  readonly news: News;
  /** The text on the server, while both are compared. */
  readonly compared: OpenedText | undefined;
  /** What was typed earlier and not saved, until it is decided about. */
  readonly draft: Draft | undefined;
}

export interface Cursor {
  /** Both count from 1. */
  readonly line: number;
  readonly column: number;
  /** Characters. */
  readonly selected: number;
  readonly count: number;
}
