import { useEffect, useRef } from 'react';

/**
 * Hands on the keys that are pressed while nothing on the page has the focus, and those that mean the listing
 * wherever the focus is.
 */
export function useKeysOfPage(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.target === document.body || isForListing(event)) latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** To select all, or nothing any longer: from a button of the header, too, but not while a field is filled in. */
function isForListing({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const isSelecting = key === 'Escape' || ((ctrlKey || metaKey) && key.toLowerCase() === 'a');
  return isSelecting && !(target instanceof Element && target.matches('input, textarea, select'));
}
