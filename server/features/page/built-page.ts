import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../lib/startup-error.ts';

/** Where the page comes from: a folder of assets, and HTML with placeholders (see web/vite.config.ts). */
export interface PageSource {
  /** Absolute path. */
  readonly folder: string;
  /** The HTML for an address, its scripts marked with the nonce where they need to be. */
  read(url: string, nonce: string): Promise<string>;
}

export function readBuiltPage(folder: URL): PageSource {
  const html = readIndex(new URL('index.html', folder));
  return { folder: fileURLToPath(folder), read: () => Promise.resolve(html) };
}

function readIndex(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartupError('the page has not been built; run `npm run build`', { cause });
  }
}
