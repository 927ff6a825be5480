import type { Entry } from '#contract/files.ts';
import { memo, useId, useSyncExternalStore } from 'react';
import { isolate } from '../../lib/isolate.ts';
import { clipboard, isCut } from '../../state/clipboard.ts';
import { hasJustArrived } from '../../state/just-arrived.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { EntryName } from '../../ui/entry-name.tsx';
import styles from './entry-tile.module.css';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOf } from '../../ui/kind-of.ts';
import { RenamedName } from './renaming/renamed-name.tsx';
import { LazyPicture, mayHavePicture } from './lazy-picture.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { SelectionMark } from '../../ui/data-view/selection-mark.tsx';
import { type RowWords, accessibleName } from '../../state/use-row-words.ts';

/** A low tile with the icon beside the name, a card with a picture above name and facts, or a picture above its name. */
export type TileLook = 'tile' | 'card' | 'picture';

export interface EntryTileProps {
  entry: Entry;
  /** Index of the entry, used by the handlers of the grid. */
  index: number;
  /** Column number for ARIA, from 1. */
  ariaColumn: number;
  look: TileLook;
  /** True for a tile as wide as its picture. */
  isWhole: boolean;
  /** Approximate room for the name in letters, on two lines beside an icon. */
  nameRoom: number;
  /** True for the active entry. */
  isActive: boolean;
  selection: SelectionStore;
  words: RowWords;
  /** Ends the editing of the name; undefined while it is not edited. */
  onRenamed: (() => void) | undefined;
}

/** Tile that renders only when its own properties change, or when it is selected or cut. */
export const EntryTile = memo(function EntryTile(props: EntryTileProps) {
  const { entry, words, selection, look, isWhole, nameRoom, onRenamed } = props;
  const selected = useSyncExternalStore(selection.subscribe, () => selection.has(entry.path));
  const cut = useSyncExternalStore(clipboard.subscribe, () => isCut(entry.path));
  const factsId = useId();
  return (
    <div
      role="gridcell"
      className={styles[look]}
      aria-colindex={props.ariaColumn}
      aria-selected={selected}
      aria-label={accessibleName(entry, words)}
      aria-describedby={factsId}
      tabIndex={props.isActive ? 0 : -1}
      data-index={props.index}
      data-cut={cut || undefined}
      data-arrived={hasJustArrived(entry.path) || undefined}
      data-renamed={onRenamed && ''}
      data-part="hold"
    >
      <TileContent {...{ entry, look, isWhole, nameRoom, words, factsId, onRenamed }} />
    </div>
  );
});

/** Memoized separately, because the selection changes more often than the content. */
const TileContent = memo(function TileContent({
  entry,
  look,
  isWhole,
  nameRoom,
  words,
  factsId,
  onRenamed,
}: Pick<EntryTileProps, 'entry' | 'look' | 'isWhole' | 'nameRoom' | 'words' | 'onRenamed'> & {
  factsId: string;
}) {
  const isBroken = entry.type === 'invalid_link';
  const isTile = look === 'tile';
  const iconSize = isTile ? 56 : 72;
  return (
    <>
      <span className={styles.glyph}>
        <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={iconSize} />
        {mayHavePicture(entry, true) && (
          <LazyPicture entry={entry} iconSize={iconSize} isWhole={isWhole} />
        )}
      </span>
      <SelectionMark />
      <span className={styles.words}>
        {onRenamed ? (
          <RenamedName entry={entry} onEnd={onRenamed} />
        ) : (
          <EntryName name={entry.name} lines={isTile ? 2 : 1} room={nameRoom} />
        )}
        <span
          id={factsId}
          className={styles.facts}
          data-broken={isBroken ? '' : undefined}
          title={words.exactDate(entry.modified)}
        >
          {isBroken ? words.brokenSymlink : <Facts entry={entry} words={words} />}
        </span>
      </span>
      {look === 'picture' && isBroken && (
        <span className={styles.brokenNote}>{words.brokenSymlink}</span>
      )}
      <MoreButton label={words.moreFor(entry.name)} />
    </>
  );
});

/** Date, and before it the size of a file. The style sheet hides a date that does not fit beside the size. */
function Facts({ entry, words }: { entry: Entry; words: RowWords }) {
  if (entry.isDir) return words.dateAlone(entry.modified);
  return (
    <>
      <span>{isolate(words.size(entry.size))}</span>{' '}
      <span>· {isolate(words.date(entry.modified))}</span>
    </>
  );
}
