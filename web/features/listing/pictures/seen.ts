import { type RefObject, useEffect, useState } from 'react';
import { settledPath } from '../../../state/pending-changes.ts';

/** Time that a tile must be in view before its picture is requested, so that fast scrolling requests nothing. */
const REST_MS = 100;

type Listener = (isSeen: boolean) => void;

const listeners = new Map<Element, Listener>();
let observer: IntersectionObserver | undefined;

/** Calls `listener` when an element enters or leaves the view. Returns a function that stops it. */
function watchSeen(element: Element, listener: Listener): () => void {
  observer ??= new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) listeners.get(target)?.(isIntersecting);
  });
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    listeners.delete(element);
  };
}

/**
 * Calls `onRest` when the element of an entry has been in view for a moment and the server knows the entry by the path that the page
 * shows; `onLeave` when it leaves the view. Returns a function that stops both.
 */
export function whileSeen(
  element: Element,
  path: string,
  { onRest, onLeave }: { onRest(): void; onLeave?(): void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSeen = false;
  const settle = async () => {
    await settledPath(path);
    if (isSeen) onRest();
  };
  const see = (isIn: boolean) => {
    isSeen = isIn;
    clearTimeout(timer);
    if (isIn) timer = setTimeout(() => void settle(), REST_MS);
    else onLeave?.();
  };
  const stopWatching = watchSeen(element, see);
  return () => {
    stopWatching();
    see(false);
  };
}

/** Returns true once the element has been in view for a moment (see `whileSeen`), and stays true. */
export function useSeen(element: RefObject<Element | null>, path: string): boolean {
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null || wasSeen) return undefined;
    return whileSeen(element.current, path, { onRest: () => setSeen(true) });
  }, [element, path, wasSeen]);
  return wasSeen;
}
