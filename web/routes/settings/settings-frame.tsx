import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { SettingsSearch } from '../../features/settings-search/settings-search.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../state/use-session.ts';
import { sectionAt, sectionsFor } from './sections.ts';
import styles from './settings-frame.module.css';

/** `/settings/…`: menu of the settings pages beside the current page, or above it on narrow screens. */
export function SettingsFrame() {
  const { t } = useTranslation();
  const user = useUser();
  const { pathname } = useLocation();
  const section = sectionAt(pathname);
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // On small screens, the menu scrolls horizontally.
    const current = menu.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname]);
  const sections = sectionsFor(user);
  return (
    <div className={styles.frame} data-part="settings">
      <div className={styles.search}>
        <SettingsSearch pages={sections} />
      </div>
      <nav ref={menu} className={styles.menu} aria-label={t('shell.settings')}>
        <ul className={styles.list}>
          {sections.map(({ address, label }) => (
            <li key={address}>
              <NavLink className={() => styles.item} to={address}>
                {t(label)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.section} data-part="settings-page">
        {section && <h1 className={styles.title}>{t(section.label)}</h1>}
        <div className={styles.content}>
          <Outlet />
        </div>
      </div>
    </div>
  );
}
