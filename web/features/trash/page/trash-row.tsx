import { type TrashedItem, trashedPreviewUrl } from '#contract/trash.ts';
import { Undo2 } from 'lucide-react';
import { memo, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { callAddress } from '../../../api/http.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { spelled } from '../../../lib/name-parts.ts';
import type { SelectionStore } from '../../../state/selection.ts';
import { folderHolding } from '../../../state/transfer-plan.ts';
import { hasThumbnail, useThumbnailsShown } from '../../../state/use-thumbnails.ts';
import { type RowWords, useRowWords } from '../../../state/use-row-words.ts';
import grid from '../../../ui/data-view/selectable-grid.module.css';
import { SelectionMark } from '../../../ui/data-view/selection-mark.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { type Kind, kindOf } from '../../../ui/kind-of.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { Thumbnail } from '../../../ui/thumbnail.tsx';
import { untilText } from './time-texts.ts';
import styles from './trash-grid.module.css';

/** Texts of rows, created once for all of them. */
export interface TrashWords extends RowWords {
  readonly home: string;
  restore(name: string): string;
  until(expiresAt: number): string;
}

export function useTrashWords(): TrashWords {
  const { t, locale } = useTranslation();
  const words = useRowWords();
  return useMemo(
    () => ({
      ...words,
      home: t('shell.myFiles'),
      restore: (name) => t('trash.restoreOne', { name }),
      until: (expiresAt) => untilText(expiresAt, locale),
    }),
    [t, locale, words],
  );
}

export interface TrashRowProps {
  item: TrashedItem;
  index: number;
  /** Pixels from the top of the canvas. */
  top: number;
  height: number;
  /** True for the active item. */
  isActive: boolean;
  withUser: boolean;
  selection: SelectionStore;
  words: TrashWords;
  onRestore(items: readonly TrashedItem[]): void;
}

/** Row that renders only when its own properties change. */
export const TrashRow = memo(function TrashRow(props: TrashRowProps) {
  const { item, index, selection, words } = props;
  const { name, path, size, isSymlink } = item;
  const selected = useSyncExternalStore(selection.subscribe, () => selection.has(String(item.id)));
  const deleted = new Date(item.deletedAt).toISOString();
  const folder = folderHolding({ path });
  const hasPicture = useThumbnailsShown() && !item.isDir && hasThumbnail(item.type);
  const thumbnail = hasPicture ? callAddress(trashedPreviewUrl(item.id, 'thumb', '/')) : undefined;
  return (
    <div
      role="row"
      className={`${grid.row} ${styles.row}`}
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={props.isActive ? 0 : -1}
      data-index={index}
      style={{ transform: `translateY(${props.top}px)`, blockSize: props.height }}
    >
      <SelectionMark />
      <div role="gridcell" className={styles.nameCell} aria-label={name}>
        <Thumbnail address={thumbnail} kind={kindOfItem(item)} isSymlink={isSymlink} />
        <EntryName name={name} />
      </div>
      <div role="gridcell" className={`${grid.fact} ${styles.pathCell}`}>
        {folder === '' ? (
          words.home
        ) : (
          <bdi dir="ltr" title={folder.slice(1)}>
            {isolatePath(spelled(folder.slice(1)))}
          </bdi>
        )}
      </div>
      {props.withUser && (
        <div role="gridcell" className={`${grid.fact} ${styles.deletedByCell}`}>
          <bdi>{item.deletedBy}</bdi>
        </div>
      )}
      <div role="gridcell" className={`${grid.fact} ${styles.deletedAtCell}`}>
        <time dir="auto" dateTime={deleted} title={words.exactDate(deleted)}>
          {words.dateAlone(deleted)}
        </time>
      </div>
      <div role="gridcell" className={`${grid.fact} ${styles.expiresAtCell}`}>
        {words.until(item.expiresAt)}
      </div>
      <div role="gridcell" className={`${grid.fact} ${styles.sizeCell}`}>
        {size !== null && <bdi>{words.size(size)}</bdi>}
      </div>
      <div role="gridcell" className={styles.moreCell}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.restore}
          data-part="restore"
          aria-label={words.restore(name)}
          title={words.restore(name)}
          onClick={() => props.onRestore([item])}
        >
          <Undo2 size={18} strokeWidth={1.75} aria-hidden />
        </button>
        <MoreButton label={words.moreFor(name)} />
      </div>
    </div>
  );
});

/** Returns the kind of an item for its icon. */
export function kindOfItem({ name, isDir, type }: TrashedItem): Kind {
  const dot = name.lastIndexOf('.');
  return kindOf({ isDir, type, extension: isDir || dot < 1 ? '' : name.slice(dot) });
}
