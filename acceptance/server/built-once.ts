import { existsSync, mkdirSync, mkdtempSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns a folder that is built once per run, by whichever worker of the tests needs it first. `build` fills a draft, which is renamed when it is
 * complete.
 */
export async function builtOnce(
  folder: string,
  build: (draft: string) => Promise<void> | void,
): Promise<string> {
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(join(dirname(folder), 'draft-'));
  await build(draft);
  try {
    renameSync(draft, folder);
  } catch (error) {
    // Another worker has built the same folder meanwhile.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
