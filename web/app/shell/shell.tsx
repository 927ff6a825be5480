import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';
import { pathOfAddress, segmentsOfAddress } from '../../lib/path-codec.ts';
import { SlotPlace } from '../../ui/slots.tsx';
import { loadAhead } from '../load-ahead.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Drawer } from './drawer.tsx';
import { Header } from './header.tsx';
import { LazyActPanel } from './lazy-act-panel.tsx';
import { LazyUploadPanel } from './lazy-upload-panel.tsx';
import styles from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { useFocusKept } from './use-focus-kept.ts';

const CONTENT_ID = 'content';

/**
 * The frame around everything a signed-in user sees. What stands in it fills the room below the
 * breadcrumbs, and either scrolls by itself or is scrolled as a whole.
 */
export function Shell() {
  const { t } = useTranslation();
  const { pathname, key } = useLocation();
  const narrow = useMediaQuery(NARROW);
  // The drawer belongs to the place it was opened at: going elsewhere closes it.
  const [drawerAt, setDrawerAt] = useState<string>();
  const main = useRef<HTMLElement>(null);
  useShortcuts();
  useFocusKept(main);
  useEffect(loadAhead, []);

  const path = pathOfAddress(pathname) ?? '/';
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href={`#${CONTENT_ID}`} onClick={skipToContent}>
        {t('shell.skipToContent')}
      </a>
      <Header onMenu={narrow ? () => setDrawerAt(key) : undefined} />
      {!narrow && (
        <aside className={styles.sidebar} data-part="sidebar">
          <Sidebar path={path} />
        </aside>
      )}
      {narrow && drawerAt === key && (
        <Drawer onClose={() => setDrawerAt(undefined)}>
          <Sidebar path={path} onLeave={() => setDrawerAt(undefined)} />
        </Drawer>
      )}
      <main ref={main} id={CONTENT_ID} className={styles.main} tabIndex={-1} data-part="main">
        <h1 className={styles.title}>{segmentsOfAddress(pathname).at(-1) ?? t('shell.myFiles')}</h1>
        <Breadcrumbs path={path} />
        <div className={styles.content}>
          <Outlet />
        </div>
      </main>
      <SlotPlace name="bottom-bar" className={styles.bottomBar} />
      <div className={styles.cards} data-part="cards">
        <LazyActPanel />
        <LazyUploadPanel />
      </div>
    </div>
  );
}

/** By hand, because an address with a fragment is a place of its own to the router. */
function skipToContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById(CONTENT_ID)?.focus();
}
