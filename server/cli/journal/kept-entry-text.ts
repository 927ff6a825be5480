import type { KeptEntry } from '../../tree/kept-entries.ts';

const ACTIONS: Readonly<Record<KeptEntry['kind'], string>> = {
  renaming: 'move of',
  publishing: 'copy or move of',
  merging: 'copy or move of',
  'moving-into': 'move of',
  'temporary file': 'temporary file',
  upload: 'upload in',
};

/** What was interrupted, in a few words. */
export function keptEntryText({ kind, path, to }: KeptEntry): string {
  const item = `${ACTIONS[kind]} ${path}`;
  return to === undefined ? item : `${item} to ${to}`;
}
