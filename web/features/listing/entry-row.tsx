import type { Entry } from '#contract/files.ts';
import { memo, useSyncExternalStore } from 'react';
import { clipboard, isCut } from '../../state/clipboard.ts';
import { hasJustArrived } from '../../state/just-arrived.ts';
import type { SelectionStore } from '../../state/selection.ts';
import grid from '../../ui/data-view/selectable-grid.module.css';
import { EntryName } from '../../ui/entry-name.tsx';
import styles from './entry-grid.module.css';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOf } from '../../ui/kind-of.ts';
import { RenamedName } from './renaming/renamed-name.tsx';
import { LazyPicture, mayHavePicture } from './lazy-picture.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { SelectionMark } from '../../ui/data-view/selection-mark.tsx';
import { StarMark } from './star-mark.tsx';
import { type RowWords, accessibleName } from '../../state/use-row-words.ts';

export interface EntryRowProps {
  entry: Entry;
  /** Index of the entry, used by the handlers of the grid. */
  index: number;
  /** Row number for ARIA, from 1, including the column header. */
  ariaRow: number;
  /** Pixels from the top of the canvas. */
  top: number;
  /** True for the active entry. */
  isActive: boolean;
  selection: SelectionStore;
  words: RowWords;
  /** Ends the editing of the name; undefined while it is not edited. */
  onRenamed: (() => void) | undefined;
}

/** Row that renders only when its own properties change. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, words, selection } = props;
  const selected = useSyncExternalStore(selection.subscribe, () => selection.has(entry.path));
  const cut = useSyncExternalStore(clipboard.subscribe, () => isCut(entry.path));

  return (
    <div
      role="row"
      className={`${grid.row} ${styles.row}`}
      aria-rowindex={props.ariaRow}
      aria-selected={selected}
      tabIndex={props.isActive ? 0 : -1}
      data-index={props.index}
      data-cut={cut || undefined}
      data-arrived={hasJustArrived(entry.path) || undefined}
      data-renamed={props.onRenamed && ''}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <RowContent entry={entry} words={words} onRenamed={props.onRenamed} />
    </div>
  );
});

/** Memoized separately, because the selection changes more often than the content. */
const RowContent = memo(function RowContent({
  entry,
  words,
  onRenamed,
}: Pick<EntryRowProps, 'entry' | 'words' | 'onRenamed'>) {
  return (
    <>
      <SelectionMark />
      <span className={styles.glyph} data-part="hold">
        <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} />
        {mayHavePicture(entry) && (
          <span className={styles.thumbnail}>
            <LazyPicture entry={entry} isSmall />
          </span>
        )}
      </span>
      <div role="gridcell" className={styles.nameCell} aria-label={accessibleName(entry, words)}>
        {onRenamed ? (
          <RenamedName entry={entry} onEnd={onRenamed} />
        ) : (
          <span className={styles.hold} data-part="hold">
            <EntryName name={entry.name} />
          </span>
        )}
        <StarMark path={entry.path} />
        {entry.type === 'invalid_link' && (
          <span className={styles.brokenNote}>{words.brokenSymlink}</span>
        )}
      </div>
      <div role="gridcell" className={`${grid.fact} ${styles.sizeCell}`}>
        {entry.isDir ? (
          <span className={styles.noSize} aria-hidden>
            –
          </span>
        ) : (
          <bdi>{words.size(entry.size)}</bdi>
        )}
      </div>
      <div role="gridcell" className={`${grid.fact} ${styles.dateCell}`}>
        <time dir="auto" dateTime={entry.modified} title={words.exactDate(entry.modified)}>
          {words.dateAlone(entry.modified)}
        </time>
      </div>
      <div role="gridcell" className={styles.moreCell}>
        <MoreButton label={words.moreFor(entry.name)} />
      </div>
    </>
  );
});
