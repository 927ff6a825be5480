import type { Entry } from '#contract/files.ts';
import { type CSSProperties, type RefObject, useMemo } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { FoundEntries } from '../../state/found-entries.ts';
import type { SearchResults } from '../../state/search-results.ts';
import type { MenuChange } from '../../lib/menu-opener.ts';
import type { SelectionStore } from '../../state/selection.ts';
import grid from '../../ui/data-view/selectable-grid.module.css';
import { matchFinder } from './match-finder.ts';
import { ResultRow } from './result-row.tsx';
import styles from './results-grid.module.css';
import { useResultWords } from './use-result-words.ts';
import { useResultsKeyboard } from './use-results-keyboard.ts';
import { useResultsPointer } from './use-results-pointer.ts';
import type { ResultsView } from './use-results-view.ts';

export interface ResultsGridProps {
  results: SearchResults;
  found: FoundEntries;
  view: ResultsView;
  scroller: RefObject<HTMLDivElement | null>;
  selection: SelectionStore;
  field: RefObject<HTMLInputElement | null>;
  singleClick: boolean;
  contextFor(entries: readonly Entry[]): ActionContext;
  onOpen(entry: Entry): void;
  /** Opens the menu of the selection at an anchor, or changes it as a press of its button does. */
  onMenu(change: DOMRect | MenuChange): void;
}

/** Virtualized grid of results with one tab stop. */
export function ResultsGrid(props: ResultsGridProps) {
  const { results, found, view, scroller, selection, onOpen, onMenu } = props;
  const { t } = useTranslation();
  const words = useResultWords();
  const { query = '', folder = '' } = results.shown ?? {};
  const findMatches = useMemo(() => matchFinder(query), [query]);
  const list = { ...view, scroller, order: found, selection, onOpen, onMenu };
  const onKeyDown = useResultsKeyboard(list, props);
  const pointer = useResultsPointer(list, props.singleClick);
  const { virtualizer } = view;
  return (
    <div
      ref={scroller}
      id={RESULTS_ID}
      role="grid"
      className={`${grid.grid} ${styles.grid}`}
      // The types do not include custom properties.
      style={{ '--rows': `${virtualizer.getTotalSize()}px` } as CSSProperties}
      aria-label={t('search.results')}
      aria-rowcount={results.isSearching ? -1 : found.count}
      aria-colcount={4}
      aria-multiselectable
      onKeyDown={onKeyDown}
      onScroll={view.onScroll}
      {...pointer}
    >
      <div
        role="rowgroup"
        className={grid.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const entry = found.at(index);
          return (
            entry && (
              <ResultRow
                key={entry.path}
                entry={entry}
                index={index}
                top={start}
                height={size}
                isActive={index === view.active}
                folder={folder}
                selection={selection}
                words={words}
                findMatches={findMatches}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Id by which the search field names the controlled element. */
export const RESULTS_ID = 'search-results';
