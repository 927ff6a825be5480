import { useLayoutEffect, useRef } from 'react';
import { rememberPlace } from '../../state/listing-place.ts';

/** Keeps where the user was in a folder when they leave it, for when they come back. */
export function useRememberedPlace(
  visit: string,
  active: string | undefined,
  scrollTop: () => number,
): void {
  const latest = useRef({ active, scrollTop });
  useLayoutEffect(() => {
    latest.current = { active, scrollTop };
  });
  useLayoutEffect(() => () => rememberPlace(visit, placeOf(latest.current)), [visit]);
}

function placeOf(now: { active: string | undefined; scrollTop(): number }) {
  return { active: now.active, scrollTop: now.scrollTop() };
}
