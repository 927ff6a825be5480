import {
  type LucideIcon,
  ScrollText,
  Share2,
  SlidersHorizontal,
  SquareTerminal,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { type UIEvent, useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { SettingsSearch } from '../../features/settings-search/settings-search.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useCutEdges } from '../../lib/window/use-cut-edges.ts';
import { useUser } from '../../state/use-session.ts';
import { sectionAt, sectionsFor } from './sections.ts';
import styles from './settings-frame.module.css';

/** Icons of the pages by their address, shown beside the content. The list of the pages is part of the first load. */
const ICONS: Readonly<Record<string, LucideIcon>> = {
  '/settings/profile': UserRound,
  '/settings/shares': Share2,
  '/settings/global': SlidersHorizontal,
  '/settings/commands': SquareTerminal,
  '/settings/audit': ScrollText,
  '/settings/users': UsersRound,
};

/** `/settings/…`: menu of the settings pages beside the current page, or above it on narrow screens. */
export function SettingsFrame() {
  const { t } = useTranslation();
  const user = useUser();
  const { pathname } = useLocation();
  const section = sectionAt(pathname);
  const menu = useRef<HTMLUListElement>(null);
  useCutEdges(menu);
  useEffect(() => {
    // On small screens, the menu scrolls horizontally.
    const current = menu.current?.querySelector('[aria-current="page"]');
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const sections = sectionsFor(user);
  return (
    <div className={styles.frame} data-part="settings">
      <div className={styles.search}>
        <SettingsSearch pages={sections} />
      </div>
      <nav className={styles.menu} aria-label={t('shell.settings')}>
        <ul ref={menu} className={styles.list}>
          {sections.map(({ address, label }) => {
            const Icon = ICONS[address];
            return (
              <li key={address}>
                <NavLink className={() => styles.item} to={address}>
                  {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
                  {t(label)}
                </NavLink>
              </li>
            );
          })}
        </ul>
      </nav>
      <div className={styles.section} data-part="settings-page">
        {section && <h1 className={styles.title}>{t(section.label)}</h1>}
        <div className={styles.content} onScroll={markScrolled}>
          <Outlet />
        </div>
      </div>
    </div>
  );
}

/** Draws the line below the title while content is scrolled away. */
function markScrolled({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollTop > 0);
}
