import type { Entry } from '#contract/files.ts';
import { memo, useId, useSyncExternalStore } from 'react';
import { clipboard, isCut } from '../../state/clipboard.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { EntryName } from './entry-name.tsx';
import styles from './entry-tile.module.css';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOf } from '../../ui/kind-of.ts';
import { MoreButton } from './more-button.tsx';
import { SelectionMark } from './selection-mark.tsx';
import { type RowWords, spokenName } from './use-row-words.ts';

export interface EntryTileProps {
  entry: Entry;
  /** The entry's place, for the handlers of the grid. */
  index: number;
  /** Counted from 1. */
  ariaColumn: number;
  /** A gallery shows a picture above the name; a mosaic the glyph beside it. */
  isPicture: boolean;
  /** The keyboard stands here. */
  isActive: boolean;
  selection: SelectionStore;
  words: RowWords;
}

/** Drawn again only when one of its own facts changes, like a row of the list. */
export const EntryTile = memo(function EntryTile(props: EntryTileProps) {
  const { entry, words, selection, isPicture } = props;
  const selected = useSyncExternalStore(selection.subscribe, () => selection.has(entry.path));
  const cut = useSyncExternalStore(clipboard.subscribe, () => isCut(entry.path));
  const factsId = useId();
  const isBroken = entry.type === 'invalid_link';
  const facts = isBroken ? words.brokenLink : factsOf(entry, words);
  return (
    <div
      role="gridcell"
      className={isPicture ? styles.picture : styles.tile}
      aria-colindex={props.ariaColumn}
      aria-selected={selected}
      aria-label={spokenName(entry, words)}
      aria-describedby={factsId}
      tabIndex={props.isActive ? 0 : -1}
      data-index={props.index}
      data-cut={cut || undefined}
      data-part="hold"
    >
      <span className={styles.glyph}>
        <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} size={isPicture ? 72 : 56} />
      </span>
      <SelectionMark />
      <span className={styles.words}>
        <EntryName name={entry.name} lines={isPicture ? 1 : 2} />
        <span
          id={factsId}
          className={styles.facts}
          data-broken={isBroken ? '' : undefined}
          title={words.exactDate(entry.modified)}
        >
          <bdi>{facts}</bdi>
        </span>
      </span>
      {isPicture && isBroken && <span className={styles.brokenNote}>{words.brokenLink}</span>}
      <MoreButton label={words.moreFor(entry.name)} />
    </div>
  );
});

/** The size, which folders do not have, and the date. */
function factsOf({ isDir, size, modified }: Entry, words: RowWords): string {
  const date = words.date(modified);
  return isDir ? date : `${words.size(size)} · ${date}`;
}
