import type { Entry } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';

/** Known aspect ratios of images (width divided by height), by the version of the file. */
export interface PictureRatios {
  readonly known: ReadonlyMap<string, number>;
}

/** Holds another object whenever ratios have become known. */
export const pictureRatios = createStore<PictureRatios>(() => ({ known: new Map() }));

/** Returns the key of a file in `known`, which changes with the file. */
export function pictureVersion({ modified, path }: Pick<Entry, 'modified' | 'path'>): string {
  return `${modified} ${path}`;
}
