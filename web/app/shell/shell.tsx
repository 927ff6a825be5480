import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';
import { pathOfAddress, segmentsOfAddress } from '../../lib/path-codec.ts';
import { fullScreen } from '../../state/full-screen.ts';
import { searchOverlay } from '../../state/search-overlay.ts';
import { mayRunCommands, terminalOpening } from '../../state/terminal-opening.ts';
import { useUser } from '../../state/use-session.ts';
import { SlotPlace } from '../../ui/slots.tsx';
import { useFocusInContent } from '../../ui/use-focus-in-content.ts';
import { loadAhead } from '../load-ahead.ts';
import { stayWhileUsed } from '../stay-while-used.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Drawer } from './drawer.tsx';
import { Header } from './header.tsx';
import { LazyOperationPanel } from './lazy-operation-panel.tsx';
import { LazySearch } from './lazy-search.tsx';
import { LazyTerminal } from './lazy-terminal.tsx';
import { LazyUploadPanel } from './lazy-upload-panel.tsx';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';

const CONTENT_ID = 'content';

/**
 * Frame around all pages of a logged-in user. The content fills the remaining space, and either scrolls itself or is
 * scrolled as a whole.
 */
export function Shell() {
  const { t } = useTranslation();
  const { pathname, key } = useLocation();
  const narrow = useMediaQuery(NARROW);
  // Navigating closes the drawer.
  const [drawerAt, setDrawerAt] = useState<string>();
  const isTaken = useStore(fullScreen, ({ isOn }) => isOn);
  // Folders never use full screen, so the listing has its final size when the user returns to it.
  const isFilled = isTaken && !pathname.endsWith('/');
  const isCovered = useStore(searchOverlay, ({ isOpen }) => isOpen);
  useShortcuts();
  useFocusInContent(key);
  useEffect(loadAhead, []);
  useEffect(stayWhileUsed, []);

  const isOfFiles = pathname.startsWith('/files');
  const path = isOfFiles ? (pathOfAddress(pathname) ?? '/') : undefined;
  const isTerminalOpen = useStore(terminalOpening, ({ isOpen }) => isOpen);
  const mayRun = mayRunCommands(useUser()?.perm);
  const terminal = isTerminalOpen && mayRun && !isFilled && path !== undefined && (
    <LazyTerminal path={path} fills={narrow} />
  );
  return (
    <>
      <div
        className={styles.shell}
        data-filled={isFilled || undefined}
        inert={isCovered || (narrow && terminal !== false)}
      >
        {!isFilled && (
          <a className={styles.skip} href={`#${CONTENT_ID}`} onClick={skipToContent}>
            {t('shell.skipToContent')}
          </a>
        )}
        {!isFilled && <Header onMenu={narrow ? () => setDrawerAt(key) : undefined} />}
        {!narrow && !isFilled && (
          <aside className={styles.sidebar} data-part="sidebar">
            <Sidebar path={path} />
          </aside>
        )}
        {narrow && drawerAt === key && (
          <Drawer onClose={() => setDrawerAt(undefined)}>
            <Sidebar path={path} onLeave={() => setDrawerAt(undefined)} />
          </Drawer>
        )}
        <main id={CONTENT_ID} className={styles.main} tabIndex={-1} data-part="main">
          {path !== undefined && (
            <h1 className={styles.title}>
              {segmentsOfAddress(pathname).at(-1) ?? t('shell.myFiles')}
            </h1>
          )}
          {path !== undefined && !isFilled && <Breadcrumbs path={path} />}
          <div className={styles.content}>
            <Outlet />
          </div>
        </main>
        {!narrow && terminal}
        <SlotPlace name="bottom-bar" className={styles.bottomBar} />
        <div className={styles.cards} data-part="cards">
          <LazyOperationPanel />
          <LazyUploadPanel />
        </div>
      </div>
      {narrow && terminal && <div inert={isCovered}>{terminal}</div>}
      <LazySearch />
    </>
  );
}

/** Focuses the content by script, because the router treats an address with a fragment as a new page. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}
