import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import { folderQuery } from '../../api/files.ts';
import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
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

/** Holds the uploads of the page above every screen, so that walking around does not stop them. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [store] = useState(() => createPageUploads(queries, t));

  useEffect(() => {
    const stops = [
      guardLeaving('uploads', store),
      keepToOwner(store),
      announceUploads(store, t, announce),
      tellWhenHalted(store, t),
      onReconnect(() => store.reconnect()),
      watchInterrupted(store),
    ];
    return () => stops.forEach((stop) => stop());
  }, [store, t]);

  return <UploadsContext value={store}>{children}</UploadsContext>;
}

function createPageUploads(queries: QueryClient, t: TFunction): UploadStore {
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
      toasts.getState().show('success', t(key, { count: files || folders }));
    },
  });
}

/**
 * The page goes to the login when the session ends, where no panel could say what becomes of the uploads. Once they have
 * gone on, or belong to nobody here, that is no longer so.
 */
function tellWhenHalted(store: UploadStore, t: TFunction): () => void {
  let told: number | undefined;
  return store.subscribe(() => {
    const { isHalted } = store.current();
    const { show, dismiss } = toasts.getState();
    if (isHalted && told === undefined) {
      told = show('error', t('uploading.loggedOut'));
    } else if (!isHalted && told !== undefined) {
      dismiss(told);
      told = undefined;
    }
  });
}
