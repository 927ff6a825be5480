import { parseTreePath } from '#contract/paths.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { UploadPicker } from '../../actions/action.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { toasts } from '../../state/toasts.ts';
import type { PickedItem } from '../../state/upload-plan.ts';
import { useUser } from '../../state/use-session.ts';
import { canPickFolders, pickItems } from './pick-files.ts';
import { requestUpload } from './request-upload.ts';
import { useUploads } from './uploads-context.ts';

/** Uploads what `items` yields into a folder; failures before the queue are told in a toast. */
export function useUpload(): (folder: string, items: Promise<PickedItem[]>) => void {
  const { t } = useTranslation();
  const store = useUploads();
  const queries = useQueryClient();
  const mayReplace = useUser()?.perm.modify ?? false;

  const upload = async (folder: string, items: Promise<PickedItem[]>) => {
    const target = parseTreePath(folder);
    const picked = await items;
    if (target === undefined || picked.length === 0) return;
    await requestUpload(
      { store, queries, dialogs: dialogs.getState(), mayReplace },
      target,
      picked,
    );
  };
  return (folder, items) => {
    upload(folder, items).catch((failure: unknown) => {
      const reason = failureText(t, failure);
      toasts.getState().show('error', t('uploading.failedBecause', { reason }));
    });
  };
}

/** Asks what to upload, or opens the browser's picker at once where only files can be picked. */
export function useUploadPicker(): UploadPicker {
  const upload = useUpload();
  return {
    pick: (folder) => {
      if (!canPickFolders()) return upload(folder, pickItems('files'));
      const pick = (what: 'files' | 'folder') => upload(folder, pickItems(what));
      dialogs.getState().open({ kind: 'upload', folder, pick });
    },
  };
}
