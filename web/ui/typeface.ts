import '@fontsource-variable/inter/wght.css';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { TYPEFACE_KEY } from './typeface-key.ts';

const NAME = "'Inter Variable'";
/** Maximum time to wait for the cache of the browser before the page is shown without the typeface. */
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
  localStorage.setItem(TYPEFACE_KEY, '');
  return true;
}

/** Shows the page in the typeface. Its name comes first in `--font` of the style sheet, but not in that of a `custom.css`. */
export function showTypeface(): void {
  document.documentElement.style.setProperty('--typeface', NAME);
}

/** Shows the page in the typeface, if the browser still has it in its cache. */
export async function showCachedTypeface(language: string): Promise<void> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), PATIENCE_MS);
  });
  const cached = isCached().then((isThere) => isThere && fetchTypeface(language));
  if (await Promise.race([cached, late])) showTypeface();
}

/** Looks for the part that every page needs. */
async function isCached(): Promise<boolean> {
  const reply = await fetch(latin, { cache: 'only-if-cached', mode: 'same-origin' }).catch(
    () => undefined,
  );
  return reply?.ok === true;
}
