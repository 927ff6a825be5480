import { parseSearchQuery } from '#contract/search-query.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Transfers } from '../../actions/action.ts';
import { ContextMenu } from '../../actions/menu/context-menu.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onReconnect } from '../../lib/connection.ts';
import { isLongEnough } from '../../lib/is-long-enough.ts';
import { dialogs } from '../../state/dialogs.ts';
import { type FoundEntries, foundEntries } from '../../state/found-entries.ts';
import { onHappened } from '../../state/change-entries.ts';
import { entriesWithPending, pendingChanges } from '../../state/pending-changes.ts';
import { runningOperations } from '../../state/running-operations.ts';
import { rememberSearch } from '../../state/search-memory.ts';
import { type SearchResults, SearchStore } from '../../state/search-results.ts';
import { createSelection } from '../../state/selection.ts';
import { onUndoEnded } from '../../state/undo.ts';
import { useUser } from '../../state/use-session.ts';
import { EmptyQuery } from './empty-query.tsx';
import { RESULT_GROUPS } from './result-actions.ts';
import { ResultsFoot } from './results-foot.tsx';
import { type ResultsGridProps, ResultsGrid } from './results-grid.tsx';
import { ScopeSwitch } from './scope-switch.tsx';
import { SearchField } from './search-field.tsx';
import { SearchFrame } from './search-frame.tsx';
import { NothingFound, ResultsSkeleton, SearchFailure } from './search-notice.tsx';
import styles from './search-overlay.module.css';
import { useResultContext } from './use-result-context.ts';
import { useResultsView } from './use-results-view.ts';
import { type Search, useSearch } from './use-search.ts';

export interface SearchOverlayProps {
  transfers: Transfers;
  /** Path of the displayed folder, '' for home, where the search starts. */
  folder: string;
  /** Element that gets the focus afterwards. */
  opener: Element | null;
  /** Text typed before the search field was ready. */
  typed: string;
  onClose(): void;
}

/** Search overlay: searches while typing; results can be opened, selected and operated on. */
export function SearchOverlay({ transfers, folder, opener, typed, onClose }: SearchOverlayProps) {
  const [store] = useState(() => new SearchStore());
  const [selection] = useState(createSelection);
  const [menuAnchor, setMenuAnchor] = useState<DOMRect>();
  const field = useRef<HTMLInputElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const focus = useFocusInOverlay(field, opener);
  const search = useSearch(store, folder, typed);
  const results = useSyncExternalStore(store.subscribe, store.current);
  const found = useFound(results);
  const view = useResultsView(found, scroller);
  const paths = useSyncExternalStore(selection.subscribe, selection.paths);
  const singleClick = useUser()?.singleClick ?? false;
  useFollowedChanges(store);
  useEffect(() => selection.retain(found), [selection, found]);

  const selected = found.chosen(paths);
  const contextFor = useResultContext(transfers, selection, () => {
    rememberSearch(search.query);
    focus.leave();
    onClose();
  });
  const enterResults = () => {
    if (found.count > 0) view.goTo(view.active);
  };
  const grid = { found, view, scroller, selection, field, singleClick, contextFor };

  return (
    <SearchFrame field={field} onClose={onClose}>
      <SearchField
        ref={field}
        search={search}
        label={useLabel(search)}
        hasResults={found.count > 0}
        onEnterResults={enterResults}
        onClose={onClose}
      />
      {folder !== '' && (
        <ScopeSwitch folder={folder} chosen={search.folder} onChoose={search.lookIn} />
      )}
      <div className={styles.body}>
        <SearchBody
          search={search}
          results={results}
          grid={{
            ...grid,
            onOpen: (entry) => contextFor([entry]).open(entry),
            onMenu: setMenuAnchor,
          }}
        />
      </div>
      <ResultsFoot
        results={results}
        count={found.count}
        selected={selected}
        contextFor={contextFor}
        onClear={selection.clear}
      />
      {menuAnchor && (
        <ContextMenu
          groups={RESULT_GROUPS}
          context={contextFor(selected)}
          anchor={menuAnchor}
          onClose={() => setMenuAnchor(undefined)}
        />
      )}
    </SearchFrame>
  );
}

function useLabel({ folder }: Search): string {
  const { t } = useTranslation();
  if (folder === '') return t('search.inEverything');
  return t('search.inFolder', { name: folder.slice(folder.lastIndexOf('/') + 1) });
}

/** Body of the search: suggestions, results, or the reason why there are none. */
function SearchBody({
  search,
  results,
  grid,
}: {
  search: Search;
  results: SearchResults;
  grid: Omit<ResultsGridProps, 'results'>;
}) {
  const { t } = useTranslation();
  if (search.query.trim() === '') {
    const use = (query: string) => {
      search.searchFor(query);
      grid.field.current?.focus();
    };
    return <EmptyQuery onUse={use} />;
  }
  const { asked, failure, isSearching } = results;
  if (failure !== undefined) return <SearchFailure failure={failure} onRetry={search.retry} />;
  if (!asked && !isLongEnough(search.query))
    return <p className={styles.note}>{t('search.tooShort')}</p>;
  if (grid.found.count > 0) return <ResultsGrid results={results} {...grid} />;
  // A search begins after a pause in typing.
  if (!asked || isSearching) return <ResultsSkeleton />;
  return (
    <NothingFound
      isCaseSensitive={parseSearchQuery(asked.query).caseSensitive}
      onSearchEverywhere={search.folder === '' ? undefined : () => search.lookIn('')}
    />
  );
}

/**
 * Focuses the field, and again when the focused element disappears. On closing, returns the
 * focus to `opener` unless the user has navigated.
 */
function useFocusInOverlay(
  field: RefObject<HTMLInputElement | null>,
  opener: Element | null,
): { leave(): void } {
  const isLeaving = useRef(false);

  useEffect(() => {
    field.current?.focus();
    return () => {
      if (!isLeaving.current && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when it is opened
  }, [field, opener]);

  useEffect(() => {
    const isNowhere = document.activeElement === null || document.activeElement === document.body;
    // Avoids opening the virtual keyboard on touch devices.
    if (!isNowhere || window.matchMedia('(pointer: coarse)').matches) return;
    if (dialogs.getState().stack.length === 0) field.current?.focus();
  });

  return {
    leave() {
      isLeaving.current = true;
    },
  };
}

/** Returns the results with pending changes applied. */
function useFound({ found, done }: SearchResults): FoundEntries {
  const pending = useStore(pendingChanges, ({ changes }) => changes);
  return useMemo(
    () => foundEntries(entriesWithPending(found, [...done, ...pending])),
    [found, done, pending],
  );
}

/** Updates results while files change, and the folders behind them after each operation. */
function useFollowedChanges(store: SearchStore): void {
  const queries = useQueryClient();
  useEffect(() => {
    const unfollowOperations = runningOperations.subscribe(({ running }, { running: before }) => {
      const runningIds = new Set(running.map(({ id }) => id));
      if (before.every(({ id }) => runningIds.has(id))) return;
      store.refresh();
      void queries.invalidateQueries({ queryKey: ['folder'] });
      void queries.invalidateQueries({ queryKey: ['usage'] });
    });
    const unfollows = [
      unfollowOperations,
      onHappened((happened) => store.keep(happened)),
      onReconnect(() => store.reconnect()),
      onUndoEnded(() => store.refresh()),
    ];
    return () => {
      for (const unfollow of unfollows) unfollow();
    };
  }, [store, queries]);
}
