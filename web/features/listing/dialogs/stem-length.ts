import type { Entry } from '#contract/files.ts';

/** Compound extensions. */
const DOUBLE_ENDING = /\.tar\.[a-z0-9]{1,4}$/i;

/** Returns the length of a name without its extension; the whole length for folders, dotfiles and names without one. */
export function stemLength({ name, isDir }: Pick<Entry, 'name' | 'isDir'>): number {
  if (isDir) return name.length;
  const double = DOUBLE_ENDING.exec(name)?.index ?? 0;
  const dot = double > 0 ? double : name.lastIndexOf('.');
  return dot <= 0 ? name.length : dot;
}
