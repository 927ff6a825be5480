import { readStored } from '../lib/browser-storage.ts';
import { TYPEFACE_KEY } from './typeface-key.ts';

/**
 * Uses the bundled typeface if an earlier visit has fetched it. A first visit uses the fonts of the system: a typeface that arrives later
 * would move the text, and compete with the first listing.
 */
export async function startTypeface(language: string): Promise<void> {
  if (readStored(TYPEFACE_KEY) === undefined) return;
  const typeface = await import('./typeface.ts').catch(() => undefined);
  await typeface?.showCachedTypeface(language);
}
