import type { Entry } from '#contract/files.ts';
import { screenOf } from '../../state/file-screens.ts';

/** Position of a file among the previewable files of its folder. */
export interface Neighbours {
  /** Starts at 1; undefined if the file is not among them. */
  readonly position: number | undefined;
  readonly count: number;
  readonly previous: Entry | undefined;
  readonly next: Entry | undefined;
}

export const ALONE: Neighbours = {
  position: undefined,
  count: 0,
  previous: undefined,
  next: undefined,
};

/** Returns the files that open in the preview instead of the editor, in the given order. */
export function previewedFiles(files: readonly Entry[]): readonly Entry[] {
  return files.filter(
    (file) => file.type !== 'invalid_link' && screenOf(file, false) === 'preview',
  );
}

/** Returns the position of a file among others; `ALONE` if it is not one of them. */
export function neighboursOf(files: readonly Entry[], path: string): Neighbours {
  const index = files.findIndex((file) => file.path === path);
  if (index < 0) return ALONE;
  return {
    position: index + 1,
    count: files.length,
    previous: files[index - 1],
    next: files[index + 1],
  };
}
