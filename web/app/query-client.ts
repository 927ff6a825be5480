import { QueryClient } from '@tanstack/react-query';

/** Long enough that what was just fetched is not fetched again by the screen that shows it. */
const FRESH_MS = 2_000;

/**
 * What the server said, kept for the pages. A failure is shown with its own "Try again", not repeated unseen before the browser
 * knows that the line is back.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: FRESH_MS,
        refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
