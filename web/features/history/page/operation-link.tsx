import type { HistoryEntry } from '#contract/history.ts';
import { Link } from 'react-router';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import { folderOf, nameIn } from '../../../state/history-text.ts';
import { awaitEntry } from '../../../state/listing-position.ts';

/** Folder of an item after an operation, as a link that selects the item there. Plain text for an item that was deleted. */
export function OperationLink({
  operation,
  isNamed = false,
}: {
  operation: HistoryEntry;
  /** Shows the name of the item instead of its folder. */
  isNamed?: boolean;
}) {
  const { t } = useTranslation();
  const path = pathAfter(operation);
  const folder = folderOf(path);
  const text = isNamed ? nameIn(path) : isolatePath(folder.slice(1)) || t('shell.myFiles');
  if (path === '' || isGone(operation)) return <bdi>{text}</bdi>;
  return (
    <Link
      to={filesAddress(`${folder}/`)}
      title={isNamed ? path : undefined}
      onClick={() => awaitEntry(path)}
    >
      <bdi>{text}</bdi>
    </Link>
  );
}

/** Returns true for an item that is in the trash, by the operation or by its undo. */
function isGone({ kind, state }: HistoryEntry): boolean {
  if (kind === 'move' || kind === 'replace') return false;
  return (kind === 'delete') !== (state === 'undone');
}

/** Returns the path of the item as it is now, or as it was where it exists no longer. */
function pathAfter({ kind, path, to, state }: HistoryEntry): string {
  if (to === undefined) return path;
  return state === 'undone' && kind === 'move' ? path : to;
}
