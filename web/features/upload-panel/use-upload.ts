import { parseTreePath } from '#contract/paths.ts';
import type { UploadPicker } from '../../actions/action.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { withMessages } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { guardLeaving } from '../../lib/guard-leaving.ts';
import { dialogs } from '../../state/dialogs.ts';
import { toasts } from '../../state/toasts.ts';
import type { PickedItem } from '../../state/upload-plan.ts';
import { useUser } from '../../state/use-session.ts';
import { showFailure } from '../../state/show-failure.ts';
import { canPickFolders, pickItems } from './pick-files.ts';
import { usePageUploads } from './uploads-context.ts';

/** Delay before a preparation is shown, in milliseconds. */
const SHOWN_AFTER_MS = 700;

/** Loads the code that shows and sends uploads. Without it, uploads begin all the same, and it is requested again. */
async function loadPanel(): Promise<void> {
  const parts = Promise.all([import('./upload-panel.tsx'), import('./tus-transport.ts')]);
  await withMessages('files', parts);
}

/** Uploads the items into a folder. A toast shows a long preparation, with a button that cancels it, and failures. */
export function useUpload(): (folder: string, items: Promise<PickedItem[]>) => void {
  const { t } = useTranslation();
  const uploads = usePageUploads();
  const mayReplace = useUser()?.perm.modify ?? false;

  const upload = async (folder: string, items: Promise<PickedItem[]>, signal: AbortSignal) => {
    const target = parseTreePath(folder);
    const picked = await items;
    if (target === undefined || picked.length === 0 || signal.aborted) return;
    const [store, { requestUpload }] = await Promise.all([
      uploads.load(),
      import('./request-upload.ts'),
      // The connection may be lost during the upload, and the panel could not be loaded then to show it.
      loadPanel().catch(() => {}),
    ]);
    await requestUpload({ store, dialogs: dialogs.getState(), mayReplace, signal }, target, picked);
  };
  const start = (folder: string, items: Promise<PickedItem[]>) => {
    const cancelled = new AbortController();
    const { show, dismiss } = toasts.getState();
    const stopGuard = guardLeaving('uploads', {
      subscribe: () => () => {},
      current: () => ({ isActive: true }),
    });
    let shown: number | undefined;
    const timer = setTimeout(() => {
      shown = show('notice', t('uploading.preparing'), {
        label: t('common.cancel'),
        run: () => cancelled.abort(),
      });
    }, SHOWN_AFTER_MS);
    upload(folder, items, cancelled.signal)
      .catch((failure: unknown) => {
        if (cancelled.signal.aborted) return;
        const reason = failureText(t, failure);
        const again = { label: t('common.retry'), run: () => start(folder, items) };
        showFailure(t, failure, t('uploading.failedBecause', { reason }), again);
      })
      .finally(() => {
        clearTimeout(timer);
        stopGuard();
        if (shown !== undefined) dismiss(shown);
      });
  };
  return start;
}

/** Returns functions that open the upload dialog, or the file chooser directly if folders cannot be picked. */
export function useUploadPicker(): UploadPicker {
  const upload = useUpload();
  const pickInto = async (folder: string, what: 'files' | 'folder') => {
    const picked = await pickItems(what);
    upload(folder, Promise.resolve(picked));
  };
  return {
    picksFolders: canPickFolders(),
    pick: (folder, wanted) => {
      const chosen = wanted ?? (canPickFolders() ? undefined : 'files');
      if (chosen) return void pickInto(folder, chosen);
      const pick = (what: 'files' | 'folder') => void pickInto(folder, what);
      dialogs.getState().open({ kind: 'upload', folder, pick });
    },
  };
}
