import { type RefObject, useEffect, useState } from 'react';
import { settledPath } from '../../../state/pending-changes.ts';

/** Time that a tile must be in view before its picture is requested, so that fast scrolling requests nothing. */
export const REST_MS = 100;

type Listener = (isSeen: boolean) => void;

const listeners = new Map<Element, Listener>();
let observer: IntersectionObserver | undefined;

/** Calls `listener` when an element enters or leaves the view. Returns a function that stops it. */
export function watchSeen(element: Element, listener: Listener): () => void {
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

/** Returns true once an element has been in view for a moment, and the server knows the entry by the path that the page shows. */
export function useSeen(element: RefObject<Element | null>, path: string): boolean {
  const [wasSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null || wasSeen) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWanted = false;
    const settle = async () => {
      await settledPath(path);
      if (isWanted) setSeen(true);
    };
    const stopWatching = watchSeen(current, (isSeen) => {
      isWanted = isSeen;
      clearTimeout(timer);
      if (isSeen) timer = setTimeout(() => void settle(), REST_MS);
    });
    return () => {
      isWanted = false;
      clearTimeout(timer);
      stopWatching();
    };
  }, [element, path, wasSeen]);
  return wasSeen;
}
