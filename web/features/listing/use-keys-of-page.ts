import { useEffect, useRef } from 'react';

/** Hands on the keys that are pressed while nothing on the page has the focus. */
export function useKeysOfPage(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.target === document.body && !document.querySelector('dialog[open]')) {
        latest.current(event);
      }
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
