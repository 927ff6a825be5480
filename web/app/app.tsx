import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { UploadsProvider } from '../features/upload-panel/uploads-provider.tsx';
import { guardLeaving } from '../lib/guard-leaving.ts';
import { operationsActivity } from '../state/running-operations.ts';
import { followBuild } from './follow-build.ts';
import { followLanguage } from './follow-language.ts';
import { followSession } from './follow-session.ts';

export function App({ router, queries }: { router: DataRouter; queries: QueryClient }) {
  useEffect(() => followSession(router, queries), [router, queries]);
  useEffect(() => followLanguage(), []);
  useEffect(() => followBuild(), []);
  useEffect(() => guardLeaving('operations', operationsActivity), []);

  return (
    <QueryClientProvider client={queries}>
      <UploadsProvider>
        <RouterProvider router={router} />
      </UploadsProvider>
    </QueryClientProvider>
  );
}
