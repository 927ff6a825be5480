import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { UploadsProvider } from '../features/upload-panel/uploads-provider.tsx';
import { guardLeaving } from '../lib/guard-leaving.ts';
import { actsActivity } from '../state/acts.ts';
import { i18n } from '../i18n/i18n.ts';
import { followSession } from './follow-session.ts';

export function App({ router, queries }: { router: DataRouter; queries: QueryClient }) {
  useEffect(() => followSession(router, queries), [router, queries]);
  useEffect(() => guardLeaving(actsActivity), []);

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <UploadsProvider>
          <RouterProvider router={router} />
        </UploadsProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
