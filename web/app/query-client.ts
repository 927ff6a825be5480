import { QueryClient } from '@tanstack/react-query';

/** What the server said, kept for the pages. A failure is shown with its own "Try again", not repeated unseen. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
