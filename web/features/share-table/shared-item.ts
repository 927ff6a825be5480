import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { TFunction } from 'i18next';

/** Displayed name and folder of a shared item. */
export interface SharedItem {
  /** Name of the item; a label for a whole home folder. */
  readonly name: string;
  /** Parent folder; '' if it is the home folder, which says no more than the name. */
  readonly folder: string;
}

export function sharedItem(t: TFunction, { path }: Pick<Share, 'path'>): SharedItem {
  const plain = parseTreePath(path) ?? ROOT;
  if (plain === ROOT) return { name: t('shell.home'), folder: '' };
  return { name: nameOf(plain), folder: plain.slice(0, plain.lastIndexOf('/')) };
}
