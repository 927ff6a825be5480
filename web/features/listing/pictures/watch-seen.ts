type Listener = (isSeen: boolean) => void;

const listeners = new Map<Element, Listener>();
let observer: IntersectionObserver | undefined;

/** Tells each time that an element comes into view or leaves it, until the returned function is called. */
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
