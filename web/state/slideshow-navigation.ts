/** Returns the navigation state of the next file in a viewer, with what the state of the file before says. */
export function stateOfStep(state: unknown, { bySlideshow }: { readonly bySlideshow: boolean }) {
  return { ...(typeof state === 'object' && state), bySlideshow };
}

/** Returns true if a slideshow opened the file, and not the user. The browser's history may contain any state. */
export function isOpenedBySlideshow(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'bySlideshow' in state &&
    state.bySlideshow === true
  );
}
