import { pageConfig } from '../../api/page-config.ts';
import { addressOfPlace, type LinkPlace, placeOfAddress } from './link-address.ts';
import type { Visit } from './visit.ts';

/** The place that the address bar means now; undefined for an address that means none. */
export function presentPlace(): LinkPlace | undefined {
  return placeOfAddress(window.location.pathname, pageConfig().BaseURL);
}

/** Back and forward of the browser walk, too. Returns how to stop that. */
export function followAddress(visit: Visit): () => void {
  const walk = () => {
    const place = presentPlace();
    // The way back may only have closed what lay over the same place.
    if (place && !isShown(visit, place)) void visit.open(place);
  };
  window.addEventListener('popstate', walk);
  return () => window.removeEventListener('popstate', walk);
}

function isShown(visit: Visit, { hash, path }: LinkPlace): boolean {
  const { place, shown, obstacle } = visit.store.getState();
  const isThere = [place, shown?.place].every((at) => at?.hash === hash && at.path === path);
  return isThere && obstacle === undefined;
}

/** Opens a place below the link, so that going back leads to where the visitor is now. */
export function walkTo(visit: Visit, path: string): void {
  const { place } = visit.store.getState();
  const next = { hash: place.hash, path };
  window.history.pushState(null, '', addressOfPlace(next, pageConfig().BaseURL));
  void visit.open(next);
}
