import type { Entry } from '#contract/files.ts';
import { useLocation, useNavigate } from 'react-router';
import { filesAddress } from '../lib/path-codec.ts';
import { awaitEntry } from '../state/listing-position.ts';
import { folderHolding } from '../state/transfer-plan.ts';

/** Navigation state of a file that was opened from its folder's listing. */
export const FROM_LISTING = { fromListing: true } as const;

/**
 * Returns a function that navigates from a file to its folder, where the file is selected, in view and focused. After
 * opening the file from the listing, goes back to it.
 */
export function useBackToFolder(): (file: Pick<Entry, 'path'>) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  return (file) => {
    awaitEntry(file.path);
    if (isFromListing(state)) void navigate(-1);
    else void navigate(filesAddress(`${folderHolding(file)}/`), { replace: true });
  };
}

/** The browser's history may contain any state. */
function isFromListing(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromListing' in state;
}
