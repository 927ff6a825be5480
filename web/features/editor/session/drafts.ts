import { readStoredJson, storedKeys, writeStored } from '../../../lib/browser-storage.ts';
import type { Encoding } from '../../../lib/text-encoding/text-encoding.ts';

/** Unsaved text, restored after a reload, a crash or an ended session. */
export interface Draft {
  /** Text with the line endings of the file. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Version of the file that was edited. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const PREFIX = 'draft:';

/** Browsers store about five million characters in all. */
export const MAX_CHARACTERS = 2_000_000;

/**
 * Stores a draft in this tab only, so that the next user of a shared computer does not find it. Drops drafts that do
 * not fit; leaving still asks for confirmation.
 */
export function keepDraft(userId: number, path: string, draft: Draft): void {
  const fits = draft.text.length <= MAX_CHARACTERS;
  const isKept = fits && writeStored(keyOf(userId, path), JSON.stringify(draft), 'session');
  if (!isKept) forgetDraft(userId, path);
}

/** Returns the stored draft of a file; undefined without one. */
export function draftOf(userId: number, path: string): Draft | undefined {
  // Only `keepDraft` writes these values.
  return readStoredJson(keyOf(userId, path), 'session') as Draft | undefined;
}

export function forgetDraft(userId: number, path: string): void {
  writeStored(keyOf(userId, path), undefined, 'session');
}

/** Deletes all drafts when the user logs out. */
export function forgetAllDrafts(): void {
  for (const key of storedKeys('session')) {
    if (key.startsWith(PREFIX)) writeStored(key, undefined, 'session');
  }
}

function keyOf(userId: number, path: string): string {
  return `${PREFIX}${userId}:${path}`;
}
