import { MAX_QUERY_LENGTH } from '#contract/search-query.ts';
import { CircleX, Search as SearchIcon, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isComposing } from '../../lib/keyboard.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RESULTS_ID } from './results-grid.tsx';
import styles from '../../ui/search-dialog.module.css';
import type { Search } from './use-search.ts';

/** Search field with a close button. */
export function SearchField({
  ref,
  search,
  label,
  hasResults,
  onEnterResults,
  onClose,
}: {
  ref: RefObject<HTMLInputElement | null>;
  search: Search;
  label: string;
  hasResults: boolean;
  /** Moves the focus to the results. */
  onEnterResults(): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      if (!search.submit()) onEnterResults();
    } else if (event.key === 'ArrowDown' || event.key === 'PageDown') onEnterResults();
    else return;
    event.preventDefault();
  };
  const clear = () => {
    search.type('');
    ref.current?.focus();
  };
  return (
    <div className={styles.head}>
      <SearchIcon className={styles.icon} size={20} strokeWidth={1.75} aria-hidden />
      <input
        ref={ref}
        type="search"
        className={styles.field}
        aria-label={label}
        aria-controls={hasResults ? RESULTS_ID : undefined}
        placeholder={label}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={MAX_QUERY_LENGTH}
        value={search.query}
        onChange={({ target }) => search.type(target.value)}
        onKeyDown={onKeyDown}
      />
      {search.query !== '' && (
        <IconButton label={t('search.clear')} icon={CircleX} size="small" onClick={clear} />
      )}
      <IconButton label={t('common.close')} icon={X} shortcut="Esc" onClick={onClose} />
    </div>
  );
}
