import type { Entry } from '#contract/files.ts';
import { useLocation, useNavigate } from 'react-router';
import { filesAddress } from '../lib/path-codec.ts';
import { awaitEntry } from '../state/listing-place.ts';
import { folderHolding } from '../state/transfer-plan.ts';

/** Goes with the address of a file that is opened from the listing of its folder. */
export const FROM_LISTING = { fromListing: true } as const;

/**
 * Leads back from a file to the folder that holds it, where the file is then selected, in view, and has the focus. Who has
 * come from there finds the listing as they left it.
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

/** It lies in the browser's history, where anything may lie. */
function isFromListing(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fromListing' in state;
}
