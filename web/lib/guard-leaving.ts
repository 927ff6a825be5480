/** Work that would be lost or go unseen if the page were left. */
export interface Activity {
  subscribe(listener: () => void): () => void;
  current(): { readonly isActive: boolean };
}

/** Kinds of work with different consequences of leaving. `changes` are unsaved. */
export type Work = 'uploads' | 'operations' | 'changes' | 'command';

/** Active guards. */
const active = new Map<Activity, Work>();

/** Makes the browser ask before the page is left during an activity. Returns a function that stops it. */
export function guardLeaving(work: Work, store: Activity): () => void {
  let isAsking = false;
  // Listens only while needed, because a `beforeunload` listener disables the back/forward cache.
  const follow = () => {
    const { isActive } = store.current();
    if (isActive === isAsking) return;
    isAsking = isActive;
    if (isActive) active.set(store, work);
    else active.delete(store);
    listenWhileNeeded();
  };
  follow();
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    active.delete(store);
    listenWhileNeeded();
  };
}

/** Returns the kinds of work that leaving the page would end or hide. */
export function underWay(): Work[] {
  return [...new Set(active.values())];
}

/** Reloads without asking, after the user has confirmed. */
export function reloadPage(): void {
  active.clear();
  listenWhileNeeded();
  window.location.reload();
}

function listenWhileNeeded(): void {
  if (active.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
