import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { TFunction } from 'i18next';

/** Displayed name and folder of a shared item. */
export interface SharedItem {
  /** Name of the item; a label for a whole home folder. */
  readonly name: string;
  /** Path of the parent folder below the home folder, which is ''; undefined for the home folder itself. */
  readonly folder: string | undefined;
}

/** Returns the name and folder of a shared item for display. */
export function sharedItem(t: TFunction, { path }: Pick<Share, 'path'>): SharedItem {
  const plain = parseTreePath(path) ?? ROOT;
  if (plain === ROOT) return { name: t('shell.home'), folder: undefined };
  return { name: nameOf(plain), folder: plain.slice(1, Math.max(1, plain.lastIndexOf('/'))) };
}
