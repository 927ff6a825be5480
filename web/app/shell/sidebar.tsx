import { CircleHelp, type LucideIcon, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { sectionsFor } from '../../routes/settings/sections.ts';
import { dialogs } from '../../state/dialogs.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { useUser } from '../../state/use-session.ts';
import { NewButton } from './new-button.tsx';
import { isInSettings, type Place, placesFor } from './places.ts';
import styles from './sidebar.module.css';
import { StorageBar } from './storage-bar.tsx';
import { LazyTree } from './tree/lazy-tree.tsx';

/**
 * Sidebar: new items, places, folder tree, storage, settings and help. `path` is the displayed path in files, if any.
 * `onLeave` is called before navigation.
 */
export function Sidebar({ path, onLeave }: { path: string | undefined; onLeave?: () => void }) {
  const { t } = useTranslation();
  const user = useUser();
  const { DisableUsedPercentage, Version } = usePageConfig();
  const folder = path === undefined ? undefined : folderOf(path);
  const { pathname } = useLocation();
  return (
    <div className={styles.sidebar}>
      <div className={styles.head}>
        <NewButton folder={folder} onLeave={onLeave} />
      </div>
      <nav aria-label={t('shell.navigation')}>
        <ul className={styles.list}>
          {placesFor(user).map((place) => (
            <PlaceLink key={place.address} {...place} />
          ))}
        </ul>
      </nav>
      <LazyTree folder={folder} />
      <div className={styles.foot}>
        {/* Above what is on every page, so that nothing moves where it is missing or loads later. */}
        {!isInSettings(pathname) && !DisableUsedPercentage && <StorageBar folder={folder ?? '/'} />}
        {sectionsFor(user).length > 0 && (
          <NavLink className={() => styles.item} to="/settings">
            <ItemContent icon={Settings}>{t('shell.settings')}</ItemContent>
          </NavLink>
        )}
        <div className={styles.small}>
          <span className={styles.version}>{t('shell.version', { version: Version })}</span>
          <button
            type="button"
            className={styles.help}
            onClick={() => {
              onLeave?.();
              dialogs.getState().open({ kind: 'help' });
            }}
          >
            <CircleHelp size={16} strokeWidth={2} aria-hidden />
            {t('shell.help')}
          </button>
        </div>
      </div>
    </div>
  );
}

function PlaceLink({ address, label, icon, folder }: Place) {
  const { t } = useTranslation();
  return (
    <li>
      {/* The tree marks the folders below home. */}
      <NavLink className={() => styles.item} to={address} end data-folder={folder}>
        <ItemContent icon={icon}>{t(label)}</ItemContent>
      </NavLink>
    </li>
  );
}

function ItemContent({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{children}</span>
    </>
  );
}

/** Returns the displayed folder, or the parent of the displayed file. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
