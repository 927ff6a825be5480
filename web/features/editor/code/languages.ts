import { LanguageDescription, type LanguageSupport } from '@codemirror/language';
import { languages } from '@codemirror/language-data';

/** What a first line such as `#!/usr/bin/env python3` names, by how the languages are called here. */
const INTERPRETERS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ba|z|k|da)?sh\b/, 'Shell'],
  [/\bpython[\d.]*\b/, 'Python'],
  [/\b(?:node|deno|bun)\b/, 'JavaScript'],
  [/\bperl\b/, 'Perl'],
  [/\bruby\b/, 'Ruby'],
  [/\bphp\b/, 'PHP'],
  [/\blua\b/, 'Lua'],
];

/** Configuration files that the library knows under other names only. */
const KIN: Readonly<Record<string, string>> = {
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

/** Every language that can be chosen, by its name. */
export const LANGUAGE_NAMES: readonly string[] = languages
  .map(({ name }) => name)
  .toSorted((a, b) => a.localeCompare(b, 'en'));

/** The language of a file by its name, else by its first line; undefined for plain text. */
export function languageOf(name: string, firstLine: string): string | undefined {
  const known = LanguageDescription.matchFilename(languages, name);
  if (known) return known.name;
  const kin = KIN[name.slice(name.lastIndexOf('.') + 1).toLowerCase()];
  if (kin !== undefined || !firstLine.startsWith('#!')) return kin;
  return INTERPRETERS.find(([pattern]) => pattern.test(firstLine))?.[1];
}

/** Brings a language; each is a part of the page of its own. Rejects without a connection. */
export async function loadLanguage(name: string): Promise<LanguageSupport | undefined> {
  return languages.find((language) => language.name === name)?.load();
}
