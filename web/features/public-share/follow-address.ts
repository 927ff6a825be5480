import { pageConfig } from '../../api/page-config.ts';
import { addressOfLocation, type ShareLocation, locationOfAddress } from './share-address.ts';
import type { ShareSession } from './share-session.ts';

/** Returns the location in the address bar; undefined for other addresses. */
export function presentLocation(): ShareLocation | undefined {
  return locationOfAddress(window.location.pathname, pageConfig().BaseURL);
}

/** Follows the browser's back and forward buttons. Returns a function that stops it. */
export function followAddress(shareSession: ShareSession): () => void {
  const follow = () => {
    const location = presentLocation();
    // Going back may only have closed a viewer at the same location.
    if (location && !isShown(shareSession, location)) void shareSession.open(location);
  };
  window.addEventListener('popstate', follow);
  return () => window.removeEventListener('popstate', follow);
}

function isShown(shareSession: ShareSession, { hash, path }: ShareLocation): boolean {
  const { location, shown, obstacle } = shareSession.store.getState();
  const isThere = [location, shown?.location].every((at) => at?.hash === hash && at.path === path);
  return isThere && obstacle === undefined;
}

/** Opens a path in the share and adds a history entry. */
export function openPath(shareSession: ShareSession, path: string): void {
  const { location } = shareSession.store.getState();
  const next = { hash: location.hash, path };
  window.history.pushState(null, '', addressOfLocation(next, pageConfig().BaseURL));
  void shareSession.open(next);
}
