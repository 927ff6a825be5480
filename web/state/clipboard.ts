import type { Entry } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { session } from './session.ts';

/** What has been copied or cut in the listing, to be pasted in another folder. */
export interface ClipboardContent {
  readonly kind: 'copy' | 'cut';
  /** Never empty; found by a search, they may be from several folders. */
  readonly entries: readonly Entry[];
  readonly paths: ReadonlySet<string>;
}

/** The page's own: files on a server have no place on the clipboard of the computer. */
export const clipboard = createStore<{ readonly content: ClipboardContent | undefined }>(() => ({
  content: undefined,
}));

// What one user has copied is not for the next one.
session.subscribe(({ user }, { user: before }) => {
  if (user?.id !== before?.id) clearClipboard();
});

export function putOnClipboard(kind: ClipboardContent['kind'], entries: readonly Entry[]): void {
  if (entries.length === 0) return;
  clipboard.setState({
    content: { kind, entries, paths: new Set(entries.map(({ path }) => path)) },
  });
}

export function clearClipboard(): void {
  clipboard.setState({ content: undefined });
}

/** Whether the entry waits to be moved elsewhere: it is shown faded until then. */
export function isCut(path: string): boolean {
  const { content } = clipboard.getState();
  return content?.kind === 'cut' && content.paths.has(path);
}
