import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { ContextMenu } from '../../actions/menu/context-menu.tsx';
import type { Transfers } from '../../actions/action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rememberSearch } from '../../state/search-memory.ts';
import { SearchStore } from '../../state/search-results.ts';
import { createSelection } from '../../state/selection.ts';
import { useUser } from '../../state/use-session.ts';
import { RESULT_GROUPS } from './result-actions.ts';
import { ResultsFoot } from './results-foot.tsx';
import { ScopeSwitch } from './scope-switch.tsx';
import { SearchBody } from './search-body.tsx';
import { SearchField } from './search-field.tsx';
import { SearchFrame } from './search-frame.tsx';
import styles from './search-overlay.module.css';
import { useFocusInOverlay } from './use-focus-in-overlay.ts';
import { useFollowedChanges, useFound } from './use-found.ts';
import { useResultContext } from './use-result-context.ts';
import { useResultsView } from './use-results-view.ts';
import { type Search, useSearch } from './use-search.ts';

export interface SearchOverlayProps {
  transfers: Transfers;
  /** Path of the displayed folder, '' for home, where the search starts. */
  folder: string;
  /** Element that gets the focus afterwards. */
  opener: Element | null;
  /** Text typed before the search opened; '' restores the last query. */
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
  const focus = useFocusInOverlay(field, opener, typed !== '');
  const search = useSearch(store, folder, typed);
  const results = useSyncExternalStore(store.subscribe, store.current);
  const found = useFound(results);
  const view = useResultsView(found, scroller);
  const paths = useSyncExternalStore(selection.subscribe, selection.paths);
  const singleClick = useUser()?.singleClick ?? false;
  useFollowedChanges(store, useStaleFolders());
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

/** Returns a function that reloads all folders after files have changed. */
function useStaleFolders(): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ['folder'] });
    void queries.invalidateQueries({ queryKey: ['usage'] });
  };
}
