import { useEffect } from 'react';
import { type ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches } from 'react-router';
import { segmentsOfAddress } from '../lib/path-codec.ts';
import { LiveRegion } from '../ui/live-region.tsx';
import { SlotPlace } from '../ui/slots.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { productName } from '../api/page-config.ts';
import { PromptHost } from './prompt-host.tsx';
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
      <PromptHost />
      <ToastHost />
      <LiveRegion />
    </>
  );
}

/** Until the session is settled and the first screen has arrived. */
export function Starting() {
  const { t } = useTranslation();
  return (
    <div className={styles.starting} role="status" aria-label={t('common.loading')}>
      <Spinner size={28} />
    </div>
  );
}

/** The name of the folder that is open, else of the route, before the product's. */
function usePageTitle(): void {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  // Only routes of this product are in the table, and their handles are all of this shape.
  const handle = useMatches().findLast((match) => match.handle)?.handle as RouteHandle | undefined;
  const folder = pathname.startsWith('/files/') ? segmentsOfAddress(pathname).at(-1) : undefined;
  const title = folder ?? (handle && t(handle.title));
  useEffect(() => {
    document.title = title === undefined ? productName() : `${title} – ${productName()}`;
  }, [title]);
}
