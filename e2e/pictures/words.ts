import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = join(import.meta.dirname, '..', '..', 'web', 'i18n', 'languages');

/** Returns the pattern of a text of the page by its key; a pattern, because texts contain values. */
export type FindWord = (key: string) => RegExp;

/** Returns the texts of a language by their keys, so that a button is found in any language. */
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
