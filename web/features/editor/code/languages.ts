import { LanguageDescription, type LanguageSupport } from '@codemirror/language';
import { languages } from '@codemirror/language-data';

/** Languages by the interpreter in a first line such as `#!/usr/bin/env python3`. */
const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|k|da)?sh\b/, 'Shell'],
  [/\bpython[\d.]*\b/, 'Python'],
  [/\b(?:node|deno|bun)\b/, 'JavaScript'],
  [/\bperl\b/, 'Perl'],
  [/\bruby\b/, 'Ruby'],
  [/\bphp\b/, 'PHP'],
  [/\blua\b/, 'Lua'],
];

/** Languages by file extension, or by the name of a dotfile, for files that the library does not recognize. */
const LANGUAGES_BY_EXTENSION: Readonly<Record<string, string>> = {
  bashrc: 'Shell',
  conf: 'Properties files',
  cfg: 'Properties files',
  editorconfig: 'Properties files',
  env: 'Properties files',
  gitconfig: 'Properties files',
  jsonl: 'JSON',
  profile: 'Shell',
  service: 'Properties files',
  svg: 'XML',
  zshrc: 'Shell',
};

/** Names of all available languages. */
export const LANGUAGE_NAMES: readonly string[] = languages
  .map(({ name }) => name)
  .toSorted((a, b) => a.localeCompare(b, 'en'));

/** Returns the language of a file by its name or first line; undefined for plain text. */
export function languageOf(name: string, firstLine: string): string | undefined {
  const known = LanguageDescription.matchFilename(languages, name);
  if (known) return known.name;
  const byExtension = LANGUAGES_BY_EXTENSION[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  if (byExtension !== undefined || !firstLine.startsWith('#!')) return byExtension;
  return INTERPRETERS.find(([pattern]) => pattern.test(firstLine))?.[1];
}

/** Loads a language, each of which is a separate script. Undefined for an unknown name. Rejects without a connection. */
export async function loadLanguage(name: string): Promise<LanguageSupport | undefined> {
  if (name === 'Markdown') {
    const { markdown, markdownLanguage } = await import('@codemirror/lang-markdown');
    // With task lists and tables, as the preview has them. The code in it is loaded as far as it is shown.
    return markdown({ base: markdownLanguage, codeLanguages: languages });
  }
  return languages.find((language) => language.name === name)?.load();
}
