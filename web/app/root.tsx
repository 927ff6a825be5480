import { useEffect, useRef } from 'react';
import { type ParseKeys } from 'i18next';
import { Outlet, useLocation, useMatches } from 'react-router';
import { useStore } from 'zustand';
import { useTranslation } from '../i18n/use-translation.ts';
import { isolate } from '../lib/isolate.ts';
import { segmentsOfAddress } from '../lib/path-codec.ts';
import { announce, LiveRegion } from '../ui/live-region.tsx';
import { SlotPlace } from '../ui/slots.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { placeName } from '../state/place-name.ts';
import { useProductName } from '../state/use-page-config.ts';
import { DialogHost } from './dialog-host.tsx';
import { useSayLoading } from '../ui/use-say-loading.ts';
import styles from './root.module.css';
import { ToastHost } from './toast-host.tsx';

/** What a route says about itself. */
export interface RouteHandle {
  readonly title: ParseKeys;
}

/** What every screen stands in. */
export function Root() {
  usePageTitle();
  return (
    <>
      <SlotPlace name="global-progress" className={styles.progress} />
      <Outlet />
      <DialogHost />
      <ToastHost />
      <LiveRegion />
    </>
  );
}

/** Until the session is settled and the first screen has arrived. */
export function Starting() {
  const { t } = useTranslation();
  useSayLoading();
  return (
    <div className={styles.starting} role="status" aria-label={t('common.loading')}>
      <Spinner size={28} />
    </div>
  );
}

/** What the place calls itself, else the name of the folder that is open, else of the route, before the product's. */
function usePageTitle(): void {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Only routes of this product are in the table, and their handles are all of this shape.
  const handle = useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
  const folder = pathname.startsWith('/files/') ? segmentsOfAddress(pathname).at(-1) : undefined;
  const named = useStore(placeName, ({ name }) => name);
  const title = named ?? folder ?? (handle && t(handle.title));
  const product = useProductName();
  useEffect(() => {
    document.title = title === undefined ? product : `${isolate(title)} – ${isolate(product)}`;
  }, [title, product]);
  useSaidPlace(pathname.startsWith('/files/') ? undefined : title);
}

/** Says where a link has led, as a browser does when it loads a page. Files and folders say it themselves. */
function useSaidPlace(title: string | undefined): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (title !== undefined && !isFirst.current) announce(title);
    isFirst.current = false;
  }, [title]);
}
