import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** Title of the displayed page, if its address and route do not determine it. */
export const placeName = createStore<{ readonly name: string | undefined }>(() => ({
  name: undefined,
}));

/** Sets the title of the page while the calling component is mounted. */
export function useNamedPlace(name: string): void {
  useEffect(() => {
    placeName.setState({ name });
    return () => placeName.setState({ name: undefined });
  }, [name]);
}
