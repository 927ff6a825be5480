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
import { Kbd } from '../../ui/kbd.tsx';
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
  const text = useCountText(results, count);
  const announced = useSettled(results.isSearching || results.asked === undefined ? '' : text);
  return (
    <footer className={styles.foot}>
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
          <div className={styles.bar}>
            <span className={styles.count} data-part="search-count">
              {results.isSearching && <Spinner size={16} />}
              {text}
            </span>
            {count > 0 && !isNarrow && <KeyHints />}
          </div>
        )
      )}
    </footer>
  );
}

function KeyHints() {
  const { t } = useTranslation();
  return (
    <span className={styles.keys} aria-hidden>
      <Kbd keys="↑" />
      <Kbd keys="↓" /> {t('search.keyMove')}
      <span className={styles.rowKeys}>
        <Kbd keys="Enter" /> {t('actions.open')}
        <Kbd keys="Ctrl+Enter" /> {t('actions.goToFolder')}
        <Kbd keys="Space" /> {t('search.keySelect')}
      </span>
    </span>
  );
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
