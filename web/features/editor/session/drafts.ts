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
  if (draft.text.length > MAX_CHARACTERS) return forgetDraft(userId, path);
  try {
    sessionStorage.setItem(keyOf(userId, path), JSON.stringify(draft));
  } catch {
    forgetDraft(userId, path);
  }
}

/** Returns the stored draft of a file; undefined without one. */
export function draftOf(userId: number, path: string): Draft | undefined {
  const kept = sessionStorage.getItem(keyOf(userId, path));
  // Only `keepDraft` writes these values.
  return kept === null ? undefined : (JSON.parse(kept) as Draft);
}

export function forgetDraft(userId: number, path: string): void {
  sessionStorage.removeItem(keyOf(userId, path));
}

/** Deletes all drafts when the user logs out. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

function keyOf(userId: number, path: string): string {
  return `${PREFIX}${userId}:${path}`;
}
