import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { folderQuery } from '../../api/files.ts';
import { pageConfig } from '../../api/page-config.ts';
import { i18n } from '../../i18n/i18n.ts';
import { onReconnect } from '../../lib/connection.ts';
import { guardLeaving } from '../../lib/guard-leaving.ts';
import { watchInterrupted } from '../../state/interrupted-uploads.ts';
import { toasts } from '../../state/toasts.ts';
import { createUploadStore, type UploadStore } from '../../state/upload-store.ts';
import { announce } from '../../ui/live-region.tsx';
import { announceUploads } from './announce-uploads.ts';
import { keepToOwner } from './keep-to-owner.ts';
import { lazyTransport } from './lazy-transport.ts';
import { UploadsContext } from './uploads-context.ts';

/** Holds the uploads of the page, so that they continue during navigation. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [store] = useState(() => createPageUploads(queries));

  useEffect(() => {
    // Uses `i18n.t`, because uploads outlive a change of the language.
    const stops = [
      guardLeaving('uploads', store),
      keepToOwner(store),
      announceUploads(store, i18n.t, announce),
      reportHalt(store),
      onReconnect(() => store.reconnect()),
      watchInterrupted(store),
    ];
    return () => stops.forEach((stop) => stop());
  }, [store]);

  return <UploadsContext value={store}>{children}</UploadsContext>;
}

function createPageUploads(queries: QueryClient): UploadStore {
  return createUploadStore({
    transport: lazyTransport(async () => {
      const { createTusTransport } = await import('./tus-transport.ts');
      return createTusTransport(pageConfig().TusSettings);
    }),
    onArrivals: (folders) => {
      for (const folder of folders) {
        void queries.invalidateQueries({ queryKey: folderQuery(folder).queryKey, exact: true });
      }
      void queries.invalidateQueries({ queryKey: ['usage'] });
    },
    onSuccess: ({ files, folders }) => {
      const key = files > 0 ? 'uploading.filesUploaded' : 'uploading.foldersUploaded';
      toasts.getState().show('success', i18n.t(key, { count: files || folders }));
    },
  });
}

/**
 * Shows a notice while uploads are paused after the session ended, because the login page has no upload panel.
 * Removes it once they resume or are dropped.
 */
function reportHalt(store: UploadStore): () => void {
  let told: number | undefined;
  return store.subscribe(() => {
    const { isHalted } = store.current();
    const { show, dismiss } = toasts.getState();
    if (isHalted && told === undefined) {
      told = show('error', i18n.t('uploading.loggedOut'));
    } else if (!isHalted && told !== undefined) {
      dismiss(told);
      told = undefined;
    }
  });
}
