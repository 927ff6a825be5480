import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { lazy, type ReactNode, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useStore } from 'zustand';
import { search } from '../../actions/search.ts';
import { useDeletions } from '../../features/trash/use-deletions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { withMessages } from '../../i18n/messages.ts';
import { isTextField, useKeys } from '../../lib/keyboard.ts';
import { loadPatiently } from '../../lib/load-patiently.ts';
import { pathOfAddress, segmentsOfAddress } from '../../lib/path-codec.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { dialogs } from '../../state/dialogs.ts';
import { fullScreen } from '../../state/full-screen.ts';
import { runningOperations } from '../../state/running-operations.ts';
import { searchOverlay } from '../../state/search-overlay.ts';
import { mayRunCommands, terminalOpening } from '../../state/terminal-opening.ts';
import { useUser } from '../../state/use-session.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { SlotContainer } from '../../ui/slots.tsx';
import { useFocusInContent } from '../../ui/use-focus-in-content.ts';
import { useModal } from '../../ui/use-modal.ts';
import { AHEAD_DELAY_MS } from '../ahead-delay.ts';
import { stayWhileUsed } from '../stay-while-used.ts';
import { Brand } from './brand.tsx';
import { PathBar } from './breadcrumbs.tsx';
import drawerStyles from './drawer.module.css';
import { Header } from './header.tsx';
import { LazyActivity } from './lazy-activity.tsx';
import { LazySearch } from './lazy-search.tsx';
import { LazyTerminal } from './lazy-terminal.tsx';
import { LazyUploadPanel } from './lazy-upload-panel.tsx';
import styles from './shell.module.css';
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
  const isFullScreen = useStore(fullScreen, ({ isOn }) => isOn);
  // Folders never use full screen, so the listing has its final size when the user returns to it.
  const isFilled = isFullScreen && !pathname.endsWith('/');
  const isCovered = useStore(searchOverlay, ({ isOpen }) => isOpen);
  useShortcuts();
  useDeletions();
  useFocusInContent(key);
  const queries = useQueryClient();
  useEffect(() => loadAhead(queries), [queries]);
  useEffect(stayWhileUsed, []);

  const isInFiles = pathname.startsWith('/files');
  const path = isInFiles ? (pathOfAddress(pathname) ?? '/') : undefined;
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
        {!narrow && !isFilled && (
          <aside className={styles.sidebar} data-part="sidebar">
            <div className={styles.brand}>
              <Brand />
            </div>
            <Sidebar path={path} />
          </aside>
        )}
        {!isFilled && <Header path={path} onMenu={narrow ? () => setDrawerAt(key) : undefined} />}
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
          {path !== undefined && !isFilled && !narrow && <PathBar path={path} />}
          <div className={styles.content}>
            <Outlet />
          </div>
        </main>
        {!narrow && terminal}
        <SlotContainer name="bottom-bar" className={styles.bottomBar} />
        <div className={styles.cards} data-part="cards">
          <LazyActivity path={path} />
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

/** Preloads parts of the page while there is a connection. Returns a function that stops it. */
function loadAhead(queries: QueryClient): () => void {
  const end = new AbortController();
  const timer = window.setTimeout(() => {
    import('./load-parts-ahead.ts')
      .then(({ loadPartsAhead }) => loadPartsAhead(queries, end.signal))
      .catch(() => {});
  }, AHEAD_DELAY_MS);
  return () => {
    window.clearTimeout(timer);
    end.abort();
  };
}

/** Sidebar on narrow screens, as a modal overlay that Escape or a tap beside it closes. */
function Drawer({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const { t } = useTranslation();
  const drawer = useRef<HTMLDialogElement>(null);
  useModal(drawer);

  return (
    <dialog
      ref={drawer}
      className={drawerStyles.drawer}
      aria-label={t('shell.menu')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={drawerStyles.panel}>
        <div className={drawerStyles.head}>
          <Brand />
          <IconButton label={t('shell.closeMenu')} icon={X} onClick={onClose} />
        </div>
        {children}
        <LiveRegion />
      </div>
    </dialog>
  );
}

const load = () =>
  withMessages('files', import('../../features/operation-panel/operation-panel.tsx'));
const OperationPanel = lazy(async () => ({ default: (await loadPatiently(load)).OperationPanel }));

/** Panel of running operations, which survives navigation. */
function LazyOperationPanel() {
  const isNeeded = useStore(runningOperations, ({ running }) =>
    running.some(({ isLong }) => isLong),
  );
  const isActive = useStore(runningOperations, ({ running }) => running.length > 0);
  useEffect(() => {
    // Loads early, because the connection may be lost before the panel is needed.
    if (isActive) load().catch(() => {});
  }, [isActive]);
  if (!isNeeded) return null;
  return (
    // Operations continue and report their end even if the panel cannot be loaded.
    <LatePart>
      <OperationPanel />
    </LatePart>
  );
}

/** Handles global shortcuts: F1 opens the help, also above dialogs; Ctrl+K opens the command palette. */
function useShortcuts(): void {
  useKeys('everywhere', (_, pressed) => {
    if (pressed !== 'F1') return false;
    const { stack, open } = dialogs.getState();
    if (stack.at(-1)?.dialog.kind !== 'help') open({ kind: 'help' });
    return true;
  });
  useKeys('app', ({ target }, pressed) => {
    if (pressed === 'Ctrl+K') {
      dialogs.getState().open({ kind: 'palette' });
      return true;
    }
    // In the editor and in fields, Ctrl+F searches the text.
    const isSearch =
      pressed === search.shortcut && !isTextField(target) && !fullScreen.getState().isOn;
    if (isSearch) search.run();
    return isSearch;
  });
}
