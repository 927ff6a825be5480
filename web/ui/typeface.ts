import latinFile from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import '@fontsource-variable/inter/wght.css';
import { writeStored } from '../lib/browser-storage.ts';
import { TYPEFACE_KEY } from './typeface-key.ts';

const NAME = "'Inter Variable'";
/** Maximum time to wait for the typeface before the page is shown without it. The cache of the browser answers sooner. */
const PATIENCE_MS = 300;

/**
 * Fetches the parts of the typeface for a language and for the present text, and remembers that the browser has them. Text of other scripts
 * gets its part when it is shown. Resolves with false when they could not be fetched.
 */
export async function fetchTypeface(language: string): Promise<boolean> {
  const ownName = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? '';
  const text = `Aa${ownName}${document.body.textContent}`;
  try {
    await document.fonts.load(`14px ${NAME}`, text);
  } catch {
    return false;
  }
  writeStored(TYPEFACE_KEY, '');
  return true;
}

/**
 * Fetches the typeface with the lowest priority, as `fetchTypeface` does. The style sheet cannot say how urgent a font
 * is, so its largest part is put into the cache of the browser before.
 */
export async function fetchTypefaceLast(language: string): Promise<boolean> {
  try {
    const reply = await fetch(latinFile, { priority: 'low' });
    await reply.arrayBuffer();
  } catch {
    return false;
  }
  return fetchTypeface(language);
}

/** Shows the page in the typeface. Its name comes first in `--font` of the style sheet, but not in that of a `custom.css`. */
export function showTypeface(): void {
  document.documentElement.style.setProperty('--typeface', NAME);
}

/**
 * Shows the page in the typeface, which the browser should have in its cache. A typeface that arrives late is shown
 * from the next visit on.
 */
export async function showCachedTypeface(language: string): Promise<void> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MS);
  });
  if (await Promise.race([fetchTypeface(language), late])) showTypeface();
}
