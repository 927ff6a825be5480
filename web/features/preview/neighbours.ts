import type { Entry } from '#contract/files.ts';
import { screenOf } from '../../state/file-screens.ts';

/** Where a file stands among those of its folder that are shown as it is. */
export interface Neighbours {
  /** 1 for the first; undefined when the file is not among them. */
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

/** The files that are looked at, not edited, in the order in which they are given. */
export function previewedFiles(files: readonly Entry[]): readonly Entry[] {
  return files.filter(
    (file) => file.type !== 'invalid_link' && screenOf(file, false) === 'preview',
  );
}

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
