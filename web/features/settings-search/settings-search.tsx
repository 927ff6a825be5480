import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { pageConfig } from '../../api/page-config.ts';
import { i18n } from '../../i18n/i18n.ts';
import { FALLBACK } from '../../i18n/languages.ts';
import { loadFallback, loadMessages } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isComposing, shortcutOf } from '../../lib/keyboard.ts';
import { useUser } from '../../state/use-session.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { revealSetting } from './reveal-setting.ts';
import type * as SettingsIndex from './settings-index.ts';
import type { FoundSetting, Setting, SettingsPage } from './settings-index.ts';
import styles from './settings-search.module.css';
import { useFoundUsers } from './use-found-users.ts';

type Index = typeof SettingsIndex;

/** Field that finds users, and settings on all pages that the user may open, and goes to the one that is chosen. */
export function SettingsSearch({ pages }: { pages: readonly SettingsPage[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(0);
  const { index, hasFailed, load } = useIndex();
  const isShown = useShown();
  const rows = useRef<HTMLDivElement>(null);

  const users = useFoundUsers(query, pages);
  const settings =
    index?.findSettings(query, {
      pages,
      settings: index.SETTINGS.filter(isShown),
      languages: [t, i18n.getFixedT(FALLBACK)],
    }) ?? [];
  const found = [...settings, ...(users ?? [])];
  const hasQuery = query.trim() !== '';
  const isExpanded = isOpen && found.length > 0;
  const choose = (at: number) => {
    const next = (at + found.length) % found.length;
    setChosen(next);
    rows.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const open = (setting: FoundSetting | undefined) => {
    if (!setting) return;
    setOpen(false);
    setQuery('');
    if (!window.location.pathname.endsWith(setting.address)) void navigate(setting.address);
    revealSetting(setting);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const pressed = shortcutOf(event);
    if (pressed === 'Escape' && hasQuery) setQuery('');
    else if (pressed === 'Enter') open(isExpanded ? found[chosen] : undefined);
    else if (!isExpanded) return;
    else if (pressed === 'ArrowDown') choose(chosen + 1);
    else if (pressed === 'ArrowUp') choose(chosen - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.search} role="search" aria-label={t('settings.search')}>
      <div className={styles.frame}>
        <Search className={styles.icon} size={18} strokeWidth={1.75} aria-hidden />
        <input
          type="text"
          className={styles.field}
          role="combobox"
          aria-expanded={isExpanded}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isExpanded ? `${id}-${String(chosen)}` : undefined}
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={100}
          value={query}
          onFocus={() => {
            setOpen(true);
            load();
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setQuery(target.value);
            setChosen(0);
            setOpen(true);
            load();
          }}
        />
      </div>
      <VisuallyHidden>
        <span role="status">{isExpanded ? t('search.found', { count: found.length }) : ''}</span>
      </VisuallyHidden>
      <div className={styles.results} hidden={!isOpen || !hasQuery}>
        <div
          ref={rows}
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-label={t('search.results')}
          // Presses leave the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((setting, at) => (
            // The field has the focus and handles the keys, as in the combobox pattern.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={setting.id}
              id={`${id}-${String(at)}`}
              className={styles.row}
              role="option"
              tabIndex={-1}
              aria-selected={at === chosen}
              onPointerMove={at === chosen ? undefined : () => setChosen(at)}
              onClick={() => open(setting)}
            >
              <bdi className={styles.label}>{setting.label}</bdi>
              <span className={styles.path}>{setting.path}</span>
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className={styles.nothing} role="status">
            {hasFailed
              ? t('search.failed')
              : t(index && users ? 'search.nothing' : 'common.loading')}
          </p>
        )}
      </div>
    </div>
  );
}

/** Loads the index, and the messages to search in, when the field is first used. */
function useIndex() {
  const [index, setIndex] = useState<Index>();
  const [hasFailed, setFailed] = useState(false);
  const isLoading = useRef(false);
  const load = () => {
    if (isLoading.current) return;
    isLoading.current = true;
    setFailed(false);
    Promise.all([
      import('./settings-index.ts'),
      loadMessages('settings'),
      loadFallback('settings'),
    ]).then(
      ([loaded]) => setIndex(loaded),
      () => {
        // The next key press tries again.
        isLoading.current = false;
        setFailed(true);
      },
    );
  };
  return { index, hasFailed, load };
}

/** Returns a function that returns true for settings that this user sees. */
function useShown(): (setting: Setting) => boolean {
  const user = useUser();
  const { AuthMethod, EnableExec } = pageConfig();
  const hasPassword = user?.lockPassword === false && ['json', 'hook'].includes(AuthMethod);
  return ({ needs }) => needs === undefined || (needs === 'commands' ? EnableExec : hasPassword);
}
