import type { Reader } from '../../metadata/database.ts';
import { listKeptEntries } from '../../tree/kept-entries.ts';
import { keptEntryText } from '../journal/kept-entry-text.ts';
import { type Finding, ok, warn } from './finding.ts';
import { listed } from './listed.ts';

/** Interrupted operations that the last recovery could not complete. */
export async function checkJournal(read: Reader): Promise<Finding[]> {
  const about = 'journal';
  const kept = await listKeptEntries(read);
  if (kept.length === 0) return [ok(about, 'no interrupted operation is kept')];
  const count = `${kept.length} ${kept.length === 1 ? 'entry is' : 'entries are'}`;
  return [
    warn(
      about,
      `${count} kept without evidence of the outcome: ${listed(kept.map(keptEntryText))}`,
      'mount their disk and restart the server; see: filebrowser journal ls',
    ),
  ];
}
