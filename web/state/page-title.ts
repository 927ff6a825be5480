import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** Title of the current page, for pages whose route does not determine it, such as that of a user. */
export const pageTitle = createStore<{ readonly name: string | undefined }>(() => ({
  name: undefined,
}));

/** Sets the title of the page while the calling component is mounted. */
export function useCustomPageTitle(name: string): void {
  useEffect(() => {
    pageTitle.setState({ name });
    return () => pageTitle.setState({ name: undefined });
  }, [name]);
}
