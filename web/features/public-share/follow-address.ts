import { pageConfig } from '../../api/page-config.ts';
import { addressOfPlace, type ShareLocation, placeOfAddress } from './share-address.ts';
import type { ShareSession } from './share-session.ts';

/** Returns the location in the address bar; undefined for other addresses. */
export function presentPlace(): ShareLocation | undefined {
  return placeOfAddress(window.location.pathname, pageConfig().BaseURL);
}

/** Follows the browser's back and forward buttons. Returns a function that stops it. */
export function followAddress(shareSession: ShareSession): () => void {
  const walk = () => {
    const place = presentPlace();
    // Going back may only have closed a viewer at the same location.
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

/** Opens a path in the share and adds a history entry. */
export function openPath(shareSession: ShareSession, path: string): void {
  const { place } = shareSession.store.getState();
  const next = { hash: place.hash, path };
  window.history.pushState(null, '', addressOfPlace(next, pageConfig().BaseURL));
  void shareSession.open(next);
}
