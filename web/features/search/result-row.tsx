import type { Entry } from '#contract/files.ts';
import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { callAddress } from '../../api/http.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { isolatePath } from '../../lib/isolate.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { relativeFolder } from '../../state/transfer-plan.ts';
import { useThumbnails } from '../../state/use-thumbnails.ts';
import grid from '../../ui/data-view/selectable-grid.module.css';
import { kindOf } from '../../ui/kind-of.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { MarkedName } from './marked-name.tsx';
import type { MatchFinder } from './match-finder.ts';
import styles from './result-row.module.css';
import type { ResultWords } from './use-result-words.ts';

export interface ResultRowProps {
  entry: Entry;
  index: number;
  /** Pixels from the top of the canvas. */
  top: number;
  height: number;
  /** True for the active result. */
  isActive: boolean;
  /** Searched folder, to which displayed paths are relative. */
  folder: string;
  selection: SelectionStore;
  words: ResultWords;
  findMatches: MatchFinder;
}

/** Row that renders only when its own properties change. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { entry, words, selection } = props;
  const selected = useSyncExternalStore(selection.subscribe, () => selection.has(entry.path));
  const thumbnailOf = useThumbnails();
  const way = relativeFolder(entry, props.folder);
  return (
    <div
      role="row"
      className={`${grid.row} ${styles.row}`}
      aria-rowindex={props.index + 1}
      aria-selected={selected}
      tabIndex={props.isActive ? 0 : -1}
      data-hit={props.index}
      style={{ transform: `translateY(${props.top}px)`, blockSize: props.height }}
    >
      <span className={styles.glyph}>
        <Thumbnail address={thumbnailOf(entry)} kind={kindOf(entry)} isSymlink={entry.isSymlink} />
      </span>
      <div role="gridcell" className={styles.path} aria-label={words.spoken(entry, way)}>
        <bdi className={`${grid.fact} ${styles.folder}`} dir="ltr" title={way}>
          {isolatePath(way)}
        </bdi>
        <span className={styles.name} title={entry.name}>
          <ResultLink entry={entry}>
            <MarkedName name={entry.name} marks={props.findMatches(entry.name)} />
          </ResultLink>
          {entry.type === 'invalid_link' && (
            <span className={styles.broken}>{words.brokenSymlink}</span>
          )}
        </span>
      </div>
      <div role="gridcell" className={`${grid.fact} ${styles.size}`}>
        {entry.isDir ? <span aria-hidden>–</span> : <bdi>{words.size(entry.size)}</bdi>}
      </div>
      <div role="gridcell" className={`${grid.fact} ${styles.date}`}>
        <time dir="auto" dateTime={entry.modified} title={words.exactDate(entry.modified)}>
          {words.dateAlone(entry.modified)}
        </time>
      </div>
      <div role="gridcell" className={styles.moreCell}>
        <MoreButton label={words.moreFor(entry.name)} />
      </div>
    </div>
  );
});

/** Link to the entry, which can be opened in a new tab; plain text for a broken symlink. */
function ResultLink({ entry, children }: { entry: Entry; children: ReactNode }) {
  if (entry.type === 'invalid_link') return children;
  return (
    // The address with a slash also opens files, and redirects to the address without it.
    <a
      className={styles.link}
      href={callAddress(filesAddress(`${entry.path}/`))}
      tabIndex={-1}
      draggable={false}
    >
      {children}
    </a>
  );
}
