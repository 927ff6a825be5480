import type { EntryType } from '#contract/files.ts';
import type { EntryFacts } from '../entry.ts';

/** Data of a row of a listing. */
export interface ListingRow {
  readonly name: string;
  readonly stat: EntryFacts;
  readonly isSymlink: boolean;
  readonly extension: string;
  readonly type: EntryType;
}
