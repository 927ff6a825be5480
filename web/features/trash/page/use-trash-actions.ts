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
export interface TrashActions {
  open(item: TrashedItem): void;
  restore(items: readonly TrashedItem[]): void;
  restoreTo(items: readonly TrashedItem[]): void;
  askDelete(items: readonly TrashedItem[]): void;
  /** Undefined without the permission to download. */
  download: ((item: TrashedItem) => void) | undefined;
}

export function useTrashActions(): TrashActions {
  const access = useTrashAccess();
  const mayDownload = useUser()?.perm.download ?? false;
  return useMemo(() => actionsOf(access, mayDownload), [access, mayDownload]);
}

function actionsOf(access: TrashAccess, mayDownload: boolean): TrashActions {
  const { open } = dialogs.getState();
  const actions: TrashActions = {
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
        restore: () => actions.restore([item]),
      }),
  };
  return actions;
}

interface TrashAction {
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
export function actionsFor(
  actions: TrashActions,
  items: readonly TrashedItem[],
): readonly TrashAction[] {
  const [first, ...others] = items;
  const only = others.length === 0 ? first : undefined;
  const { download } = actions;
  return [
    ...(only
      ? [
          {
            id: 'open',
            label: 'actions.open',
            icon: Eye,
            shortcut: 'Enter',
            run: () => actions.open(only),
          } as const,
        ]
      : []),
    { id: 'restore', label: 'trash.restore', icon: Undo2, run: () => actions.restore(items) },
    {
      id: 'restore-to',
      label: 'trash.restoreTo',
      icon: FolderInput,
      run: () => actions.restoreTo(items),
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
      run: () => actions.askDelete(items),
    },
  ];
}
