import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../lib/startup-error.ts';

/** The product's own page, and that of a link, for people without an account. */
export type PageName = 'index' | 'share';

/** Where the pages come from: a folder of assets, and HTML with placeholders (see web/vite.config.ts). */
export interface PageSource {
  /** Absolute path. */
  readonly folder: string;
  /** Another one for every other build: its HTML names scripts by what is in them. Undefined in development. */
  readonly build?: string;
  /** The HTML for an address, its scripts marked with the nonce where they need to be. */
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
