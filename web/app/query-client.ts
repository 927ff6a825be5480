import { QueryClient } from '@tanstack/react-query';
import { forgetLargeFolders } from './forget-large-folders.ts';

/** Time in which fetched data is not requested again by the screen that shows it. */
const FRESH_MS = 2_000;

/**
 * Creates the cache of the server's replies. A failure is shown with a "Try again" button and not repeated before the
 * browser is online again; then everything that is shown is read again.
 */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        staleTime: FRESH_MS,
        refetchOnReconnect: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  forgetLargeFolders(queries);
  return queries;
}
