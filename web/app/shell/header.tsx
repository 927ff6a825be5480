import { Menu as MenuIcon } from 'lucide-react';
import { useLocation } from 'react-router';
import { search } from '../../actions/search.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { SlotContainer } from '../../ui/slots.tsx';
import { AccountButton } from './account-button.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import pathStyles from './path-title.module.css';
import { PathTitle } from './path-title.tsx';
import { isInSettings, PLACES } from './places.ts';

/**
 * Search and account. `onMenu` is present if the sidebar is a drawer; then the path among files and the actions of the folder are here,
 * and on other pages their title or the brand.
 */
export function Header({
  path,
  onMenu,
}: {
  /** Displayed path in files, if any. */
  path: string | undefined;
  onMenu: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  return (
    <header className={styles.header} data-part="header">
      {onMenu && (
        <IconButton
          label={t('shell.menu')}
          icon={MenuIcon}
          aria-haspopup="dialog"
          onClick={onMenu}
        />
      )}
      {onMenu && (path === undefined ? <PlaceTitle /> : <PathTitle path={path} />)}
      <SearchButton isNarrow={onMenu !== undefined} />
      <SlotContainer name="activity" className={styles.activity} />
      {onMenu && path !== undefined && (
        <SlotContainer name="folder-actions" className={styles.folderActions} />
      )}
      <AccountButton />
    </header>
  );
}

/** Title of a place or of the settings, and the brand on other pages. Hidden from screen readers, which read the heading of the page. */
function PlaceTitle() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const place = PLACES.find(({ address }) => address === pathname);
  const title = isInSettings(pathname) ? 'shell.settings' : place?.label;
  if (title === undefined) return <Brand />;
  return (
    <span className={pathStyles.title} aria-hidden>
      {t(title)}
    </span>
  );
}

/** Search button that looks like a field, or is an icon if space is limited. */
function SearchButton({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation();
  const label = t(search.label);
  if (isNarrow) {
    return (
      <span className={styles.searchSign}>
        <IconButton
          label={label}
          icon={search.icon}
          shortcut={search.shortcut}
          aria-haspopup="dialog"
          onClick={search.run}
        />
      </span>
    );
  }
  return (
    <button type="button" className={styles.search} aria-haspopup="dialog" onClick={search.run}>
      <search.icon size={18} strokeWidth={1.75} aria-hidden />
      {label}
      <span aria-hidden>
        <Kbd keys={search.shortcut} />
      </span>
    </button>
  );
}
