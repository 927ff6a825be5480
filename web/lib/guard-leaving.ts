/** Work that would be lost, or its end not seen, when the page is left. */
export interface Activity {
  subscribe(listener: () => void): () => void;
  current(): { readonly isActive: boolean };
}

/** Lets the browser ask before the page is left while something is under way. Returns how to stop that. */
export function guardLeaving(store: Activity): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  let isAsking = false;
  // Only while needed: a page that listens all the time is not kept for going back.
  const follow = () => {
    const { isActive } = store.current();
    if (isActive === isAsking) return;
    isAsking = isActive;
    if (isActive) window.addEventListener('beforeunload', ask);
    else window.removeEventListener('beforeunload', ask);
  };
  follow();
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    window.removeEventListener('beforeunload', ask);
  };
}
