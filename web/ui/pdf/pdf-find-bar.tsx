import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isComposing, shortcutOf } from '../../lib/keyboard.ts';
import { IconButton } from '../icon-button.tsx';
import { onEnter } from './on-enter.ts';
import { indexOfMatch, type PdfSearch } from './use-pdf-search.ts';
import styles from './pdf.module.css';

/** Search field over the pages. Enter shows the next match, Shift+Enter the previous one. */
export function PdfFindBar({
  search,
  page,
  onClose,
}: {
  search: PdfSearch;
  /** Number of the page in view, where the search starts. */
  page: number;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const next = onEnter(() => search.step(1));
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return undefined;
    const pressed = shortcutOf(event);
    const isInField = event.target === field.current;
    if (pressed === 'Escape') onClose();
    else if (pressed === 'Ctrl+F') field.current?.select();
    else if (pressed === 'Shift+Enter' && isInField) search.step(-1);
    else if (isInField) return next(event);
    else return undefined;
    return event.preventDefault();
  };
  return (
    // The keys work on every control of the bar.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div className={styles.findBar} role="search" aria-label={t('pdf.find')} onKeyDown={onKeyDown}>
      <input
        ref={field}
        className={styles.findField}
        type="search"
        aria-label={t('pdf.find')}
        placeholder={t('pdf.find')}
        autoComplete="off"
        enterKeyHint="search"
        // The user has just asked for this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={search.query}
        onChange={({ target }) => search.find(target.value, page)}
      />
      <FindState search={search} />
      <IconButton
        label={t('pdf.previousMatch')}
        shortcut="Shift+Enter"
        icon={ChevronUp}
        size="small"
        disabled={search.current === undefined}
        onClick={() => search.step(-1)}
      />
      <IconButton
        label={t('pdf.nextMatch')}
        shortcut="Enter"
        icon={ChevronDown}
        size="small"
        disabled={search.current === undefined}
        onClick={() => search.step(1)}
      />
      <IconButton
        label={t('common.close')}
        shortcut="Esc"
        icon={X}
        size="small"
        onClick={onClose}
      />
    </div>
  );
}

/** Position among the matches, or that there are none. */
function FindState({ search: { query, matches, current, isReading } }: { search: PdfSearch }) {
  const { t } = useTranslation();
  const text = () => {
    if (query.trim() === '') return '';
    if (current !== undefined) {
      const position = indexOfMatch(matches, current) + 1;
      return t('pdf.matchOf', { position, count: matches.length });
    }
    return isReading ? t('common.loading') : t('pdf.notFound');
  };
  return (
    <span className={styles.findState} role="status">
      {text()}
    </span>
  );
}
