import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartupError } from '../../lib/startup-error.ts';

/** The page as it was built: a folder of assets, and the HTML with placeholders (see web/vite.config.ts). */
export interface BuiltPage {
  readonly folder: string;
  readonly html: string;
}

export function readBuiltPage(folder: URL): BuiltPage {
  try {
    return {
      folder: fileURLToPath(folder),
      html: readFileSync(new URL('index.html', folder), 'utf8'),
    };
  } catch (cause) {
    throw new StartupError('the page has not been built; run `npm run build`', { cause });
  }
}
