import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** What the page itself calls the place that is shown, where its address and its route do not say it. */
export const placeName = createStore<{ readonly name: string | undefined }>(() => ({
  name: undefined,
}));

/** Names the place, in the title of the page too, for as long as what shows it is mounted. */
export function useNamedPlace(name: string): void {
  useEffect(() => {
    placeName.setState({ name });
    return () => placeName.setState({ name: undefined });
  }, [name]);
}
