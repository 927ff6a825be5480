import type { TFunction } from 'i18next';
import { openCount } from '../../state/upload-queue.ts';
import type { UploadStore } from '../../state/upload-store.ts';

/** Often enough to know that it goes on, seldom enough to work beside it. */
const INTERVAL_MS = 30_000;

/** Tells screen readers when uploads begin, how far they are and what failed. Returns how to stop. */
export function announceUploads(
  store: Pick<UploadStore, 'subscribe' | 'current'>,
  t: TFunction,
  say: (text: string) => void,
): () => void {
  let wasActive = false;
  let wasOffline = false;
  let lastSaidMs = 0;

  const tell = (text: string) => {
    lastSaidMs = Date.now();
    say(text);
  };
  return store.subscribe(() => {
    const now = store.current();
    if (now.isActive && !wasActive)
      tell(t('uploading.begun', { count: openCount(now.totals.counts) }));
    else if (now.isOffline && !wasOffline) tell(t('uploading.offline'));
    else if (now.isActive && Date.now() - lastSaidMs >= INTERVAL_MS) {
      tell(t('uploading.percentDone', { percent: now.percent }));
    } else if (!now.isActive && wasActive && now.totals.counts.failed > 0) {
      tell(t('uploading.failed', { count: now.totals.counts.failed }));
    }
    wasActive = now.isActive;
    wasOffline = now.isOffline;
  });
}
