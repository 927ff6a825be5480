/** Work that would be lost, or its end not seen, when the page is left. */
export interface Activity {
  subscribe(listener: () => void): () => void;
  current(): { readonly isActive: boolean };
}

/** What is told apart, because leaving means something else for each: changes are those that are not saved. */
export type Work = 'uploads' | 'acts' | 'changes' | 'command';

/** One for each guard whose work is under way. */
const active = new Map<Activity, Work>();

/** Lets the browser ask before the page is left while something is under way. Returns how to stop that. */
export function guardLeaving(work: Work, store: Activity): () => void {
  let isAsking = false;
  // Only while needed: a page that listens all the time is not kept for going back.
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

/** What leaving the page would end or hide, each kind once. */
export function underWay(): Work[] {
  return [...new Set(active.values())];
}

/** For those who have been asked already. */
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
