import { pause } from './pause.ts';

/** Pauses before repeating a failed load, in milliseconds. */
const PAUSES = [1_000, 4_000, 15_000];

/** Loads code of the page. Repeats after failures and when the connection returns; rejects after the last try. */
export async function loadPatiently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const wait of PAUSES) {
    try {
      return await load();
    } catch {
      await pause(wait);
    }
  }
  return load();
}
