import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { i18n } from '../i18n/i18n.ts';
import { session } from '../state/session.ts';
import { createQueryClient } from './query-client.ts';

export function App({ router }: { router: DataRouter }) {
  const [queries] = useState(createQueryClient);

  // What one user was told is not for the next one.
  useEffect(
    () =>
      session.subscribe((now, before) => {
        if (now.user?.id !== before.user?.id) queries.clear();
      }),
    [queries],
  );

  return (
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nextProvider>
  );
}
