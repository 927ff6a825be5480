import {
  closeSearchPanel,
  findNext,
  findPrevious,
  replaceAll,
  replaceNext,
  SearchQuery,
  selectMatches,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import {
  ArrowDown,
  ArrowUp,
  CaseSensitive,
  type LucideIcon,
  Regex,
  TextSelect,
  WholeWord,
  X,
} from 'lucide-react';
import { formatNumber } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { firstMatch, type Matches, numberOfSelected } from './find-matches.ts';
import styles from './find-panel.module.css';

/** Attributes by which the editing library finds the field that gets the focus. */
const MAIN_FIELD = { 'main-field': 'true' };

const SWITCHES = [
  { name: 'caseSensitive', label: 'editor.find.matchCase', icon: CaseSensitive },
  { name: 'wholeWord', label: 'editor.find.wholeWords', icon: WholeWord },
  { name: 'regexp', label: 'editor.find.pattern', icon: Regex },
] as const satisfies readonly { name: string; label: string; icon: LucideIcon }[];

/** Fields and buttons to find and replace text. Matches are undefined if they were not counted. */
export function FindPanel({
  view,
  query,
  matches,
}: {
  view: EditorView;
  query: SearchQuery;
  matches: Matches | undefined;
}) {
  const { t } = useTranslation();
  const change = (changes: Partial<ConstructorParameters<typeof SearchQuery>[0]>) => {
    const { search, caseSensitive, wholeWord, regexp, replace } = query;
    const changed = { search, caseSensitive, wholeWord, regexp, replace, ...changes };
    const wanted = new SearchQuery(changed);
    const first = changes.replace === undefined ? firstMatch(view.state, wanted) : undefined;
    view.dispatch({
      effects: setSearchQuery.of(wanted),
      ...(first && { selection: first, scrollIntoView: true, userEvent: 'select.search' }),
    });
  };
  const isWrong = query.search !== '' && (!query.valid || matches?.ranges.length === 0);
  return (
    <div className={styles.panel} role="search" aria-label={t('editor.find.open')}>
      <Field
        name="search"
        label={t('editor.find.find')}
        value={query.search}
        isWrong={isWrong}
        onChange={(search) => change({ search })}
      />
      <div className={styles.tools}>
        {SWITCHES.map(({ name, label, icon }) => (
          <IconButton
            key={name}
            label={t(label)}
            icon={icon}
            aria-pressed={query[name]}
            onClick={() => change({ [name]: !query[name] })}
          />
        ))}
        <MatchCount view={view} matches={matches} />
        <IconButton
          label={t('editor.find.previous')}
          icon={ArrowUp}
          shortcut="Shift+F3"
          onClick={() => findPrevious(view)}
        />
        <IconButton
          label={t('editor.find.next')}
          icon={ArrowDown}
          shortcut="F3"
          onClick={() => findNext(view)}
        />
        <IconButton
          label={t('editor.find.selectAll')}
          icon={TextSelect}
          onClick={() => selectMatches(view)}
        />
      </div>
      <span className={styles.close}>
        <IconButton
          label={t('editor.find.close')}
          icon={X}
          shortcut="Esc"
          onClick={() => closeSearchPanel(view)}
        />
      </span>
      {!view.state.readOnly && (
        <div className={styles.replace}>
          <Field
            name="replace"
            label={t('editor.find.replaceWith')}
            value={query.replace}
            onChange={(replace) => change({ replace })}
          />
          <Button onClick={() => replaceNext(view)}>{t('editor.find.replace')}</Button>
          <Button onClick={() => replaceAll(view)}>{t('editor.find.replaceAll')}</Button>
        </div>
      )}
    </div>
  );
}

function Field({
  name,
  label,
  value,
  isWrong = false,
  onChange,
}: {
  name: 'search' | 'replace';
  label: string;
  value: string;
  isWrong?: boolean;
  onChange(value: string): void;
}) {
  return (
    <input
      {...(name === 'search' && MAIN_FIELD)}
      name={name}
      className={styles.field}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      placeholder={label}
      dir="auto"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint={name === 'search' ? 'search' : undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** Number of the selected match and of all, such as "2/12". */
function MatchCount({ view, matches }: { view: EditorView; matches: Matches | undefined }) {
  const { locale } = useTranslation();
  if (matches === undefined) return <span className={styles.count} />;
  const selected = formatNumber(numberOfSelected(matches, view.state.selection.main), locale);
  const all = formatNumber(matches.ranges.length, locale);
  return (
    <bdi className={styles.count} dir="ltr">
      {`${selected}/${all}${matches.hasMore ? '+' : ''}`}
    </bdi>
  );
}
