import type { Entry } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { session } from './session.ts';

/** Entries that were copied or cut in the listing. */
export interface ClipboardContent {
  readonly kind: 'copy' | 'cut';
  /** Never empty. Search results may be from several folders. */
  readonly entries: readonly Entry[];
  readonly paths: ReadonlySet<string>;
}

/** Clipboard of the page, because the system clipboard cannot hold files of a server. */
export const clipboard = createStore<{ readonly content: ClipboardContent | undefined }>(() => ({
  content: undefined,
}));

// The clipboard is emptied when the user changes.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) clearClipboard();
});

/** Copies or cuts entries. Does nothing without entries. */
export function putOnClipboard(kind: ClipboardContent['kind'], entries: readonly Entry[]): void {
  if (entries.length === 0) return;
  clipboard.setState({
    content: { kind, entries, paths: new Set(entries.map(({ path }) => path)) },
  });
}

export function clearClipboard(): void {
  clipboard.setState({ content: undefined });
}

/** Returns true for entries that were cut, which are shown faded. */
export function isCut(path: string): boolean {
  const { content } = clipboard.getState();
  return content?.kind === 'cut' && content.paths.has(path);
}
