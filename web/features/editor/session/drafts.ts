import type { Encoding } from '../../../lib/text-encoding/text-encoding.ts';

/** What was typed and not saved, for when the page comes back after a reload, a crash or an ended session. */
export interface Draft {
  /** With the ends of lines as they would be saved. */
  readonly text: string;
  readonly encoding: Encoding;
  /** The version of the file that was changed. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const PREFIX = 'draft:';

/** Browsers give about five million characters in all. */
export const MOST_CHARACTERS = 2_000_000;

/**
 * Drafts stay in this tab: the next one to use a shared computer does not find them. One that does not fit is not kept;
 * leaving is asked about anyway.
 */
export function keepDraft(userId: number, path: string, draft: Draft): void {
  if (draft.text.length > MOST_CHARACTERS) return forgetDraft(userId, path);
  try {
    sessionStorage.setItem(keyOf(userId, path), JSON.stringify(draft));
  } catch {
    forgetDraft(userId, path);
  }
}

export function draftOf(userId: number, path: string): Draft | undefined {
  const kept = sessionStorage.getItem(keyOf(userId, path));
  // Only `keepDraft` writes there.
  return kept === null ? undefined : (JSON.parse(kept) as Draft);
}

export function forgetDraft(userId: number, path: string): void {
  sessionStorage.removeItem(keyOf(userId, path));
}

/** Whoever signs out leaves nothing of theirs behind. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

function keyOf(userId: number, path: string): string {
  return `${PREFIX}${userId}:${path}`;
}
