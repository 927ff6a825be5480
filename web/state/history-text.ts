import type { HistoryEntry, HistoryKind } from '#contract/history.ts';
import { parentOf, parseTreePath } from '#contract/paths.ts';
import type { TFunction } from 'i18next';
import { isolate } from '../lib/isolate.ts';

/** An operation, as far as a sentence about it needs. Paths that the user may not see any more are ''. */
export type DescribedOperation = Pick<HistoryEntry, 'kind' | 'path' | 'to'>;

/** One action of a user. A rename is a move within its folder. */
export type ActionKind = HistoryKind | 'rename';

/** Maximum number of names in a sentence. */
const MAX_NAMES = 3;

/** Returns the kind of an action of several operations. A folder that was uploaded with its files counts as created. */
export function kindOfAction(operations: readonly DescribedOperation[]): ActionKind {
  const kinds = new Set(operations.map(kindOf));
  const [first = 'create'] = kinds;
  return kinds.size === 1 ? first : 'create';
}

function kindOf({ kind, path, to }: DescribedOperation): ActionKind {
  return kind === 'move' && to !== undefined && folderOf(path) === folderOf(to) ? 'rename' : kind;
}

/** Returns a sentence about an action, such as "Moved a.txt, b.txt to Archive". `mark` marks the names of its items. */
export function sentenceOf(
  t: TFunction,
  operations: readonly DescribedOperation[],
  mark = (name: string) => name,
): string {
  const kind = kindOfAction(operations);
  const shown = topmost(operations);
  const [first] = shown;
  const names = namesOf(t, shown, mark);
  const to = first?.to ?? '';
  if (kind === 'rename') return t('history.rename', { names, to: mark(isolate(nameIn(to))) });
  if (kind !== 'copy' && kind !== 'move') return t(`history.${kind}`, { names });
  return t(`history.${kind}`, { names, folder: isolate(folderName(t, folderOf(to))) });
}

/** Returns the operations whose items are not inside the item of another operation, as files in an uploaded folder are. */
export function topmost<Operation extends DescribedOperation>(
  operations: readonly Operation[],
): readonly Operation[] {
  const paths = new Set(operations.map(({ path }) => path));
  return operations.filter(({ path }) => !ancestorsOf(path).some((above) => paths.has(above)));
}

function ancestorsOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(2).map((_, index) => names.slice(0, index + 2).join('/'));
}

/** Returns the name of an operation's item; a dash for one that the user may not see any more. */
export function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || '–';
}

function namesOf(
  t: TFunction,
  operations: readonly DescribedOperation[],
  mark: (name: string) => string,
): string {
  const names = operations.slice(0, MAX_NAMES).map(({ path }) => mark(isolate(nameIn(path))));
  const more = operations.length - names.length;
  const listed = names.join(', ');
  return more === 0 ? listed : `${listed} ${t('prompts.andMore', { count: more })}`;
}

/** Returns the folder of a path without a trailing slash; '' for the home folder. */
export function folderOf(path: string): string {
  const parsed = parseTreePath(path);
  const folder = parsed === undefined ? '/' : parentOf(parsed);
  return folder === '/' ? '' : folder;
}

/** Returns the display name of a folder; '' is the home folder. */
export function folderName(t: TFunction, folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1) || t('shell.myFiles');
}
