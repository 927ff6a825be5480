import { useLayoutEffect, useRef } from 'react';
import { type Place, rememberPlace } from '../../state/listing-place.ts';

/** Keeps where the user was in a folder when they leave it, for when they come back. */
export function useRememberedPlace(visit: string, placeNow: () => Place): void {
  const latest = useRef(placeNow);
  useLayoutEffect(() => {
    latest.current = placeNow;
  });
  useLayoutEffect(() => () => rememberPlace(visit, latest.current()), [visit]);
}
