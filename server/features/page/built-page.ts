import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../lib/startup-error.ts';

/** The main page, and the share page for visitors without an account. */
export type PageName = 'index' | 'share';

/** Source of the pages: a folder of assets, and HTML with placeholders (see web/vite.config.ts). */
export interface PageSource {
  /** Absolute path. */
  readonly folder: string;
  /** Identifies the build, because its HTML contains the hashes of its scripts. Undefined in development. */
  readonly build?: string;
  /** Returns the HTML for an address, with the nonce on scripts that need one. */
  read(page: PageName, url: string, nonce: string): Promise<string>;
}

export function readBuiltPage(folder: URL): PageSource {
  const html: Readonly<Record<PageName, string>> = {
    index: readHtml(new URL('index.html', folder)),
    share: readHtml(new URL('share.html', folder)),
  };
  const build = createHash('sha256')
    .update(html.index)
    .update(html.share)
    .digest('hex')
    .slice(0, 12);
  return { folder: fileURLToPath(folder), build, read: (page) => Promise.resolve(html[page]) };
}

function readHtml(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartupError('the page has not been built; run `npm run build`', { cause });
  }
}
