import { pageConfig } from '../../api/page-config.ts';
import { addressOfPlace, type ShareLocation, placeOfAddress } from './link-address.ts';
import type { ShareSession } from './share-session.ts';

/** The place that the address bar means now; undefined for an address that means none. */
export function presentPlace(): ShareLocation | undefined {
  return placeOfAddress(window.location.pathname, pageConfig().BaseURL);
}

/** Back and forward of the browser walk, too. Returns how to stop that. */
export function followAddress(shareSession: ShareSession): () => void {
  const walk = () => {
    const place = presentPlace();
    // The way back may only have closed what lay over the same place.
    if (place && !isShown(shareSession, place)) void shareSession.open(place);
  };
  window.addEventListener('popstate', walk);
  return () => window.removeEventListener('popstate', walk);
}

function isShown(shareSession: ShareSession, { hash, path }: ShareLocation): boolean {
  const { place, shown, obstacle } = shareSession.store.getState();
  const isThere = [place, shown?.place].every((at) => at?.hash === hash && at.path === path);
  return isThere && obstacle === undefined;
}

/** Opens a place below the link, so that going back leads to where the visitor is now. */
export function walkTo(shareSession: ShareSession, path: string): void {
  const { place } = shareSession.store.getState();
  const next = { hash: place.hash, path };
  window.history.pushState(null, '', addressOfPlace(next, pageConfig().BaseURL));
  void shareSession.open(next);
}
