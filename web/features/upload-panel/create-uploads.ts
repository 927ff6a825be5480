import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { pageConfig } from '../../api/page-config.ts';
import { i18n } from '../../i18n/i18n.ts';
import { onReconnect } from '../../lib/connection.ts';
import { guardLeaving } from '../../lib/guard-leaving.ts';
import { notifyOfEnd } from '../../state/end-notifications.ts';
import { watchInterrupted } from '../../state/interrupted-uploads.ts';
import { showArrivals } from '../../state/arrived-entries.ts';
import { undoButton } from '../../state/undo.ts';
import { toasts } from '../../state/toasts.ts';
import { openCount } from '../../state/upload-queue.ts';
import { createUploadStore, type UploadStore } from '../../state/upload-store.ts';
import type { Transfer, UploadTransport } from '../../state/upload-transport.ts';
import { announce } from '../../ui/live-region.tsx';
import { keepToOwner } from './keep-to-owner.ts';

/** Creates the uploads of a page and follows the session, the connection and other pages until `stop` is called. */
export function createUploads(queries: QueryClient): { store: UploadStore; stop(): void } {
  const store = createStore(queries);
  // Uses `i18n.t`, because uploads outlive a change of the language.
  const stops = [
    guardLeaving('uploads', store),
    keepToOwner(store),
    announceUploads(store, i18n.t, announce),
    notifyOfFailures(store),
    reportHalt(store),
    onReconnect(() => store.reconnect()),
    watchInterrupted(store),
  ];
  return { store, stop: () => stops.forEach((stop) => stop()) };
}

function createStore(queries: QueryClient): UploadStore {
  let startedAtMs = Date.now();
  const store = createUploadStore({
    transport: lazyTransport(async () => {
      const { createTusTransport } = await import('./tus-transport.ts');
      return createTusTransport(pageConfig().TusSettings);
    }),
    onArrivals: (arrivals) => {
      showArrivals(queries, arrivals);
      void queries.invalidateQueries({ queryKey: ['usage'] });
    },
    onSuccess: ({ files, folders, groups }) => {
      const key = files > 0 ? 'uploading.filesUploaded' : 'uploading.foldersUploaded';
      const text = i18n.t(key, { count: files || folders });
      toasts.getState().show('success', text, undoButton(i18n.t, 'trashing', groups));
      notifyOfEnd({ tag: 'uploads', startedAtMs }, text);
    },
  });
  onBegun(store, () => (startedAtMs = Date.now()));
  return store;
}

/** Calls `report` whenever an upload begins while no other is active. */
function onBegun(store: UploadStore, report: () => void): void {
  let wasActive = false;
  store.subscribe(() => {
    const { isActive } = store.current();
    if (isActive && !wasActive) report();
    wasActive = isActive;
  });
}

/** Shows a notification when long uploads have ended and some of them have failed. */
function notifyOfFailures(store: UploadStore): () => void {
  let startedAtMs: number | undefined;
  return store.subscribe(() => {
    const { isActive, totals } = store.current();
    if (isActive) startedAtMs ??= Date.now();
    if (isActive || startedAtMs === undefined) return;
    const { failed } = totals.counts;
    const text = i18n.t('uploading.failed', { count: failed });
    if (failed > 0) notifyOfEnd({ tag: 'uploads', startedAtMs }, text);
    startedAtMs = undefined;
  });
}

/**
 * Shows a notice while uploads are paused after the session ended, because the login page has no upload panel.
 * Removes it once they resume or are dropped.
 */
function reportHalt(store: UploadStore): () => void {
  let notice: number | undefined;
  return store.subscribe(() => {
    const { isHalted } = store.current();
    const { show, dismiss } = toasts.getState();
    if (isHalted && notice === undefined) {
      notice = show('error', i18n.t('uploading.loggedOut'));
    } else if (!isHalted && notice !== undefined) {
      dismiss(notice);
      notice = undefined;
    }
  });
}

/** Interval of progress announcements. */
const INTERVAL_MS = 30_000;

/** Announces the start, progress and failures of uploads. Returns a function that stops it. */
function announceUploads(
  store: Pick<UploadStore, 'subscribe' | 'current'>,
  t: TFunction,
  announceText: (text: string) => void,
): () => void {
  let wasActive = false;
  let wasOffline = false;
  let announcedAtMs = 0;

  const announceNow = (text: string) => {
    announcedAtMs = Date.now();
    announceText(text);
  };
  return store.subscribe(() => {
    const now = store.current();
    if (now.isActive && !wasActive)
      announceNow(t('uploading.begun', { count: openCount(now.totals.counts) }));
    else if (now.isOffline && !wasOffline) announceNow(t('uploading.offline'));
    else if (now.isActive && Date.now() - announcedAtMs >= INTERVAL_MS) {
      announceNow(t('uploading.percentDone', { percent: now.percent }));
    } else if (!now.isActive && wasActive && now.totals.counts.failed > 0) {
      announceNow(t('uploading.failed', { count: now.totals.counts.failed }));
    }
    wasActive = now.isActive;
    wasOffline = now.isOffline;
  });
}

/** Creates a transport whose code loads with the first upload. */
function lazyTransport(load: () => Promise<UploadTransport>): UploadTransport {
  return {
    send(job, source, events) {
      // Counts starts and stops. A start after whose beginning this number has changed was stopped while the code loads, and sends nothing.
      let step = 0;
      let transfer: Transfer | undefined;
      const start = async () => {
        step += 1;
        const mine = step;
        try {
          const transport = await load();
          if (mine === step) transfer = transport.send(job, source, events);
        } catch {
          // Code that cannot be loaded counts as a lost connection.
          if (mine === step)
            events.onFailed({ reason: { code: 'no-connection' }, isRetryable: true });
        }
      };
      void start();
      return {
        resume: () => (transfer ? transfer.resume() : void start()),
        pause: () => {
          step += 1;
          transfer?.pause();
        },
        cancel: () => {
          step += 1;
          transfer?.cancel();
        },
      };
    },
  };
}
