import type { Entry } from '#contract/files.ts';

/** What an address below /files shows for a file. */
export type FileScreen = 'editor' | 'preview';

/** In the address, it asks for a text as it is written where it would be shown as it is meant. */
export const SOURCE_PARAMETER = 'source';

/** Texts that are better read rendered, as a document or as a table, than as they are written. */
const RENDERED = /\.(?:md|markdown|csv|tsv)$/i;

/** Texts are edited, everything else is shown; what can be both is shown until its source is asked for. */
export function screenOf(file: Pick<Entry, 'name' | 'type'>, wantsSource: boolean): FileScreen {
  const isText = file.type === 'text' || file.type === 'textImmutable';
  if (isText) return isRendered(file.name) && !wantsSource ? 'preview' : 'editor';
  return wantsSource && hasSource(file) ? 'editor' : 'preview';
}

export function isRendered(name: string): boolean {
  return RENDERED.test(name);
}

/** Shown as something else, but written as text. */
export function hasSource({ name, type }: Pick<Entry, 'name' | 'type'>): boolean {
  return isRendered(name) || (type === 'image' && /\.svg$/i.test(name));
}
