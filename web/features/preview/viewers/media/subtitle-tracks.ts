import { subtitleUrl } from '#contract/previews.ts';
import { callAddress } from '../../../../api/http.ts';
import type { SubtitleTrack } from '../../../../ui/player/player-source.ts';

/**
 * Returns the subtitles of a video. Those in the language of the page are shown initially, otherwise the first ones.
 */
export function subtitleTracks(
  film: { readonly name: string; readonly subtitles?: readonly string[] | undefined },
  locale: string,
): SubtitleTrack[] {
  const found = (film.subtitles ?? []).map((path) => ({
    path,
    ...spoken(path, film.name, locale),
  }));
  const own = found.findIndex(({ language }) => language !== undefined && isSame(language, locale));
  return found.map(({ path, label, language }, index) => ({
    address: callAddress(subtitleUrl(path)),
    label: found.some((other) => other.path !== path && other.label === label)
      ? `${label} (${nameIn(path)})`
      : label,
    language,
    isDefault: index === Math.max(0, own),
  }));
}

/** `Film.pt-BR.forced.srt` is "Brazilian Portuguese forced". Without a language, the name of the file is used. */
function spoken(path: string, filmName: string, locale: string) {
  const name = withoutExtension(nameIn(path));
  const stem = withoutExtension(filmName);
  const words = wordsOf(name.startsWith(stem) ? name.slice(stem.length) : name);
  const index = words.findLastIndex((word) => languageName(word, locale) !== undefined);
  const language = words[index];
  // A short word in the middle of a title is not a language tag.
  if (language === undefined || index < words.length - 2) {
    return { label: words.join(' ') || name, language: undefined };
  }
  const label = [languageName(language, locale), ...words.slice(index + 1)].join(' ');
  return { label, language };
}

function languageName(word: string, locale: string): string | undefined {
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,4})?$/i.test(word)) return undefined;
  return new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' }).of(word);
}

/** Does not split at spaces, because words of titles look like language tags. */
function wordsOf(text: string): string[] {
  return text
    .split(/[._()[\]]+/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function isSame(language: string, locale: string): boolean {
  return new Intl.Locale(language).language === new Intl.Locale(locale).language;
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function withoutExtension(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
