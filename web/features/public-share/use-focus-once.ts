import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus to what tells something new, so that it is read out: once for each `what`. */
export function useFocusOnce<Part extends HTMLElement>(what: string): RefObject<Part | null> {
  const part = useRef<Part>(null);
  // What is read out first stands at the beginning, and long names would scroll it away.
  useEffect(() => part.current?.focus({ preventScroll: true }), [what]);
  return part;
}
