import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { UploadsProvider } from '../features/upload-panel/uploads-provider.tsx';
import { i18n } from '../i18n/i18n.ts';
import { followSession } from './follow-session.ts';
import { createQueryClient } from './query-client.ts';

export function App({ router }: { router: DataRouter }) {
  const [queries] = useState(createQueryClient);
  useEffect(() => followSession(router, queries), [router, queries]);

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
