import { trashedRawUrl, type TrashedItem } from '#contract/trash.ts';
import { FolderInput, type LucideIcon, Download, Eye, Trash2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { downloadFrom } from '../../../actions/download.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { useUser } from '../../../state/use-session.ts';
import { restoreItems } from '../restoring/restore-items.ts';
import { type TrashAccess, useTrashAccess } from '../trash-access.ts';
import { deleteForGood } from './delete-for-good.ts';

/** Actions for items in the trash. */
export interface TrashVerbs {
  open(item: TrashedItem): void;
  restore(items: readonly TrashedItem[]): void;
  restoreTo(items: readonly TrashedItem[]): void;
  askDelete(items: readonly TrashedItem[]): void;
  /** Undefined without the permission to download. */
  download: ((item: TrashedItem) => void) | undefined;
}

export function useTrashVerbs(): TrashVerbs {
  const access = useTrashAccess();
  const mayDownload = useUser()?.perm.download ?? false;
  return useMemo(() => verbsOf(access, mayDownload), [access, mayDownload]);
}

function verbsOf(access: TrashAccess, mayDownload: boolean): TrashVerbs {
  const { open } = dialogs.getState();
  const verbs: TrashVerbs = {
    restore: (items) => void restoreItems(access, { items }),
    restoreTo: (items) =>
      void open({
        kind: 'restore-to',
        names: items.map(({ name }) => name),
        choose: (folder) => void restoreItems(access, { items, folder }),
      }),
    askDelete: (items) =>
      void open({
        kind: 'trash-delete',
        items,
        confirm: () => void deleteForGood(access, items),
      }),
    download: mayDownload ? ({ id }) => downloadFrom(trashedRawUrl(id, '/')) : undefined,
    open: (item) =>
      void open({
        kind: 'trashed-item',
        item,
        restore: () => verbs.restore([item]),
      }),
  };
  return verbs;
}

interface Verb {
  readonly id: string;
  readonly label:
    | 'actions.open'
    | 'actions.download'
    | 'actions.deletePermanently'
    | `trash.${'restore' | 'restoreTo'}`;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  readonly isDangerous?: boolean;
  readonly startsGroup?: boolean;
  run(): void;
}

/** Returns the actions for a selection, in display order. */
export function verbsFor(verbs: TrashVerbs, items: readonly TrashedItem[]): readonly Verb[] {
  const [first, ...others] = items;
  const only = others.length === 0 ? first : undefined;
  const { download } = verbs;
  return [
    ...(only
      ? [
          {
            id: 'open',
            label: 'actions.open',
            icon: Eye,
            shortcut: 'Enter',
            run: () => verbs.open(only),
          } as const,
        ]
      : []),
    { id: 'restore', label: 'trash.restore', icon: Undo2, run: () => verbs.restore(items) },
    {
      id: 'restore-to',
      label: 'trash.restoreTo',
      icon: FolderInput,
      run: () => verbs.restoreTo(items),
    },
    ...(only && download
      ? [
          {
            id: 'download',
            label: 'actions.download',
            icon: Download,
            run: () => download(only),
          } as const,
        ]
      : []),
    {
      id: 'delete',
      label: 'actions.deletePermanently',
      icon: Trash2,
      shortcut: 'Delete',
      isDangerous: true,
      startsGroup: true,
      run: () => verbs.askDelete(items),
    },
  ];
}
