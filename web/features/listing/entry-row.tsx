import type { Entry } from '#contract/files.ts';
import { Ellipsis } from 'lucide-react';
import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { SelectionStore } from '../../state/selection.ts';
import { EntryName } from './entry-name.tsx';
import styles from './entry-grid.module.css';
import { KindGlyph } from './kind-glyph.tsx';
import { kindOf } from './kind-of.ts';
import type { Formats } from './use-formats.ts';

export interface EntryRowProps {
  entry: Entry;
  /** The entry's place, for the handlers of the grid. */
  index: number;
  /** Counted from 1, the column header included. */
  ariaRow: number;
  /** Pixels from the top of the canvas. */
  top: number;
  /** The keyboard stands here. */
  isActive: boolean;
  selection: SelectionStore;
  formats: Formats;
}

/** Drawn again only when one of its own facts changes: the rows beside it cost nothing. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { entry, formats, selection } = props;
  const { t } = useTranslation();
  const selected = useSyncExternalStore(selection.subscribe, () => selection.has(entry.path));

  return (
    <div
      role="row"
      className={styles.row}
      aria-rowindex={props.ariaRow}
      aria-selected={selected}
      tabIndex={props.isActive ? 0 : -1}
      data-index={props.index}
      style={{ transform: `translateY(${props.top}px)` }}
    >
      <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} />
      <div role="gridcell" className={styles.nameCell} aria-label={useSpokenName(entry)}>
        <EntryName name={entry.name} />
        {entry.type === 'invalid_link' && (
          <span className={styles.brokenNote}>{t('listing.brokenLink')}</span>
        )}
      </div>
      <div role="gridcell" className={styles.sizeCell}>
        {!entry.isDir && <bdi>{formats.size(entry.size)}</bdi>}
      </div>
      <div role="gridcell" className={styles.dateCell}>
        <time dir="auto" dateTime={entry.modified} title={formats.exactDate(entry.modified)}>
          {formats.date(entry.modified)}
        </time>
      </div>
      <div role="gridcell" className={styles.moreCell}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.more}
          data-part="more"
          aria-haspopup="menu"
          aria-label={t('listing.moreFor', { name: entry.name })}
        >
          <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </div>
  );
});

/** The name, and in words what the badge of the glyph says. */
function useSpokenName({ name, type, isSymlink }: Entry): string {
  const { t } = useTranslation();
  if (type === 'invalid_link') return t('listing.nameOfBrokenLink', { name });
  return isSymlink ? t('listing.nameOfLink', { name }) : name;
}
