import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element once for each `what`, so that it is read out. */
export function useFocusOnce<Part extends HTMLElement>(what: string): RefObject<Part | null> {
  const part = useRef<Part>(null);
  // Focusing must not scroll away the beginning of long names.
  useEffect(() => part.current?.focus({ preventScroll: true }), [what]);
  return part;
}
