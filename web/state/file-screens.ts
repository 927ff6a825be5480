import type { Entry } from '#contract/files.ts';

/** Screen that displays a file at an address below /files. */
export type FileScreen = 'editor' | 'preview';

/** Query parameter that opens the source of a text that is rendered by default. */
export const SOURCE_PARAMETER = 'source';

/** Texts that are rendered as a document or a table by default. */
const RENDERED = /\.(?:md|markdown|csv|tsv)$/i;

/**
 * Returns the screen of a file: texts open in the editor and all others in the preview. Rendered texts open in the
 * editor on request.
 */
export function screenOf(file: Pick<Entry, 'name' | 'type'>, wantsSource: boolean): FileScreen {
  const isText = file.type === 'text' || file.type === 'textImmutable';
  if (isText) return isRendered(file.name) && !wantsSource ? 'preview' : 'editor';
  return wantsSource && hasSource(file) ? 'editor' : 'preview';
}

/** Returns true for the name of a text that is rendered as a document or a table by default. */
export function isRendered(name: string): boolean {
  return RENDERED.test(name);
}

/** Returns true if a file is rendered by default but has a text source. */
export function hasSource({ name, type }: Pick<Entry, 'name' | 'type'>): boolean {
  return isRendered(name) || (type === 'image' && /\.svg$/i.test(name));
}
