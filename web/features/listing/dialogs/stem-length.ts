import type { Entry } from '#contract/files.ts';

/** Two endings that belong together. */
const DOUBLE_ENDING = /\.tar\.[a-z0-9]{1,4}$/i;

/** How much of a name comes before its extension: all of it for folders, for dot files, and where there is none. */
export function stemLength({ name, isDir }: Pick<Entry, 'name' | 'isDir'>): number {
  if (isDir) return name.length;
  const double = DOUBLE_ENDING.exec(name)?.index ?? 0;
  const dot = double > 0 ? double : name.lastIndexOf('.');
  return dot <= 0 ? name.length : dot;
}
