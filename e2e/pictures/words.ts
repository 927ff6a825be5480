import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = join(import.meta.dirname, '..', '..', 'web', 'i18n', 'languages');

/** What something is called on the page, to find it by: a pattern, because sentences have values in them. */
export type FindWord = (key: string) => RegExp;

/** The words of a language by their keys, so that a button is found whatever is written on it. */
export function wordsOf(language: string): FindWord {
  const words: unknown = JSON.parse(readFileSync(join(LANGUAGES, `${language}.json`), 'utf8'));
  return (key) => {
    const sentence = key.split('.').reduce(memberOf, words);
    if (typeof sentence !== 'string') throw new Error(`no word for ${key} in ${language}`);
    const parts = sentence
      .split(/\{\{[^}]*\}\}/)
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  };
}

function memberOf(group: unknown, name: string): unknown {
  return typeof group === 'object' && group !== null ? Reflect.get(group, name) : undefined;
}
