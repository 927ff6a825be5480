import { useEffect, useRef } from 'react';
import { type ParseKeys } from 'i18next';
import { Outlet, useLocation, useMatches } from 'react-router';
import { useStore } from 'zustand';
import { useTranslation } from '../i18n/use-translation.ts';
import { isolate } from '../lib/isolate.ts';
import { segmentsOfAddress } from '../lib/path-codec.ts';
import { announce, LiveRegion } from '../ui/live-region.tsx';
import { SlotContainer } from '../ui/slots.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { pageTitle } from '../state/page-title.ts';
import { useProductName } from '../state/use-page-config.ts';
import { DialogHost } from './dialog-host.tsx';
import { useAnnounceLoading } from '../ui/use-announce-loading.ts';
import styles from './root.module.css';
import { ToastHost } from './toast-host.tsx';

/** Metadata of a route. */
export interface RouteHandle {
  readonly title: ParseKeys;
}

/** Root of every screen. */
export function Root() {
  usePageTitle();
  return (
    <>
      <SlotContainer name="global-progress" className={styles.progress} />
      <Outlet />
      <DialogHost />
      <ToastHost />
      <LiveRegion />
    </>
  );
}

/** Shown until the session is known and the first screen is loaded. */
export function Starting() {
  const { t } = useTranslation();
  useAnnounceLoading();
  return (
    <div className={styles.starting} role="status" aria-label={t('common.loading')}>
      <Spinner size={28} />
    </div>
  );
}

/** Sets the document title from the page, the open folder or the route, followed by the product name. */
function usePageTitle(): void {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // All routes of the table have handles of this shape.
  const handle = useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
  const folder = pathname.startsWith('/files/') ? segmentsOfAddress(pathname).at(-1) : undefined;
  const named = useStore(pageTitle, ({ name }) => name);
  const title = named ?? folder ?? (handle && t(handle.title));
  const product = useProductName();
  useEffect(() => {
    document.title = title === undefined ? product : `${isolate(title)} – ${isolate(product)}`;
  }, [title, product]);
  useAnnouncedTitle(pathname.startsWith('/files/') ? undefined : title);
}

/** Announces a navigation to screen readers, as browsers do for page loads. Files and folders announce themselves. */
function useAnnouncedTitle(title: string | undefined): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (title !== undefined && !isFirst.current) announce(title);
    isFirst.current = false;
  }, [title]);
}
