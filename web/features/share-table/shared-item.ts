import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import type { Share } from '#contract/shares.ts';
import type { TFunction } from 'i18next';

/** What a link leads to, as it is shown. */
export interface SharedItem {
  /** Of a whole home folder: in words. */
  readonly name: string;
  /** The folder that holds it, with a slash at its end; '' for a home. */
  readonly folder: string;
}

export function sharedItem(t: TFunction, { path }: Pick<Share, 'path'>): SharedItem {
  const plain = parseTreePath(path) ?? ROOT;
  if (plain === ROOT) return { name: t('shell.home'), folder: '' };
  return { name: nameOf(plain), folder: plain.slice(0, plain.lastIndexOf('/') + 1) };
}
