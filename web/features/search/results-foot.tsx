import type { Entry } from '#contract/files.ts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { ActionButtons } from '../../actions/menu/action-buttons.tsx';
import { BAR_ACTIONS } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { MAX_FOUND, type SearchResults } from '../../state/search-results.ts';
import bar from '../../ui/data-view/selection-bar.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { type KeyHint, KeyHints } from '../../ui/key-hints.tsx';
import surface from '../../ui/search-dialog.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './results-foot.module.css';

/** Footer of the results: their number, or the actions for the selection. */
export function ResultsFoot({
  results,
  count,
  selected,
  contextFor,
  onClear,
}: {
  results: SearchResults;
  /** Number of shown results. */
  count: number;
  selected: readonly Entry[];
  contextFor(entries: readonly Entry[]): ActionContext;
  onClear(): void;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  const hints = useHints();
  const text = useCountText(results, count);
  const announced = useSettled(results.isSearching || results.asked === undefined ? '' : text);
  return (
    <footer className={`${surface.foot} ${styles.foot}`}>
      <VisuallyHidden>
        <span role="status">{announced}</span>
      </VisuallyHidden>
      {selected.length > 0 ? (
        <div
          className={`${bar.bar} ${styles.selected}`}
          role="toolbar"
          aria-label={t('listing.actions')}
        >
          <IconButton label={t('listing.clearSelection')} icon={X} onClick={onClear} />
          <span className={bar.count}>
            {t('listing.selectedCount', { count: selected.length })}
          </span>
          <ActionButtons
            actions={offered(BAR_ACTIONS, contextFor(selected))}
            room={isNarrow ? 4 : 8}
            context={contextFor(selected)}
          />
        </div>
      ) : (
        text !== '' && (
          <div className={surface.footBar}>
            <span className={surface.count} data-part="search-count">
              {results.isSearching && <Spinner size={16} />}
              {text}
            </span>
            {count > 0 && !isNarrow && <KeyHints hints={hints} />}
          </div>
        )
      )}
    </footer>
  );
}

function useHints(): readonly KeyHint[] {
  const { t } = useTranslation();
  return [
    { keys: ['↑', '↓'], label: t('search.keyMove') },
    { keys: ['Enter'], label: t('actions.open'), isForRow: true },
    { keys: ['Ctrl+Enter'], label: t('actions.goToFolder'), isForRow: true },
    { keys: ['Space'], label: t('search.keySelect'), isForRow: true },
    { keys: ['Esc'], label: t('common.close') },
  ];
}

function useCountText({ asked, isSearching, isCut, failure }: SearchResults, count: number) {
  const { t } = useTranslation();
  if (!asked || failure !== undefined) return '';
  if (isCut) return t('search.foundTooMany', { most: MAX_FOUND });
  if (!isSearching) return t('search.found', { count });
  return count === 0 ? t('search.searching') : t('search.foundSoFar', { count });
}

const SETTLING_MS = 600;

/** Delays announcements while the count changes during typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = window.setTimeout(setSettled, SETTLING_MS, text);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
