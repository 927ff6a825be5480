import { foldText } from '#contract/fold-text.ts';
import type { SearchQuery } from '#contract/search-query.ts';
import { extensionOf, type MediaClass, mediaClassOf } from '../../file-types/extensions.ts';

/** Words after `type:` in a query that stand for many extensions. Every other word is an extension (compatibility.md 5.5). */
const CLASSES: ReadonlyMap<string, MediaClass> = new Map([
  ['image', 'image'],
  ['audio', 'audio'],
  ['music', 'audio'],
  ['video', 'video'],
]);

/** Returns the class of media that a word after `type:` stands for; undefined for a word that is an extension. */
export function mediaClassNamed(type: string): MediaClass | undefined {
  return CLASSES.get(type);
}

/** Returns the terms as folded names are compared with them, where case does not matter. Leaves out terms that folding makes empty. */
export function foldedTerms({ terms }: SearchQuery): string[] {
  return [...new Set(terms.map(foldText))].filter((term) => term !== '');
}

/** Returns a function that decides whether a name, not a path, matches the query. */
export function nameMatcher(query: SearchQuery): (name: string) => boolean {
  const holdsTerms = query.caseSensitive ? exactly(query) : folded(query);
  if (query.types.length === 0) return holdsTerms;
  const tests = query.types.map(typeTest);
  return (name) => tests.some((isOfType) => isOfType(name)) && holdsTerms(name);
}

function folded(query: SearchQuery): (name: string) => boolean {
  const wanted = foldedTerms(query);
  if (wanted.length === 0) return () => true;
  return (name) => {
    const text = foldText(name);
    return wanted.every((term) => text.includes(term));
  };
}

/** Compares case. A letter with an accent is the same whether it is one character or two. */
function exactly({ terms }: SearchQuery): (name: string) => boolean {
  const wanted = terms.map((term) => term.normalize());
  return (name) => {
    const text = name.normalize();
    return wanted.every((term) => text.includes(term));
  };
}

function typeTest(type: string): (name: string) => boolean {
  const wanted = mediaClassNamed(type);
  if (wanted !== undefined) return (name) => mediaClassOf(extensionOf(name)) === wanted;
  return (name) => extensionOf(name) === `.${type}`;
}
