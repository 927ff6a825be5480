import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { shortcutOf } from '../../../../lib/keyboard.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
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
  const onKeyDown = (event: KeyboardEvent) => {
    const pressed = shortcutOf(event);
    if (pressed === 'Escape') onClose();
    else if (pressed === 'Ctrl+F') field.current?.select();
    else if (pressed === 'Shift+Enter' && event.target === field.current) search.step(-1);
    else return;
    event.preventDefault();
  };
  return (
    // The keys work on every control of the bar.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      className={styles.findBar}
      role="search"
      aria-label={t('preview.find')}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        search.step(1);
      }}
    >
      <input
        ref={field}
        className={styles.findField}
        type="search"
        aria-label={t('preview.find')}
        placeholder={t('preview.find')}
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
        label={t('editor.find.previous')}
        shortcut="Shift+Enter"
        icon={ChevronUp}
        size="small"
        disabled={search.current === undefined}
        onClick={() => search.step(-1)}
      />
      <IconButton
        label={t('editor.find.next')}
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
    </form>
  );
}

/** Position among the matches, or that there are none. */
function FindState({ search: { query, matches, current, isReading } }: { search: PdfSearch }) {
  const { t } = useTranslation();
  const text = () => {
    if (query.trim() === '') return '';
    if (current !== undefined) {
      const position = indexOfMatch(matches, current) + 1;
      return t('preview.position', { position, count: matches.length });
    }
    return isReading ? t('common.loading') : t('preview.notFound');
  };
  return (
    <span className={styles.findState} role="status">
      {text()}
    </span>
  );
}
