const FALLBACK = 'en';

/** A language tag that `Intl` accepts: the wanted one, else the browser's, else English. */
export function validLocale(wanted: string | undefined): string {
  return [wanted, navigator.language].find(isLocale) ?? FALLBACK;
}

function isLocale(tag: string | undefined): tag is string {
  if (tag === undefined || tag === '') return false;
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
