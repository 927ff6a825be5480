import type { ComponentType } from 'react';
import { loadMessages, withMessages } from '../i18n/messages.ts';
import type { DialogProps, DialogSpec } from '../state/dialog-spec.ts';
import { loadUploadPanel } from './shell/lazy-upload-panel.tsx';

type DialogTable = {
  [Kind in DialogSpec['kind']]: () => Promise<ComponentType<DialogProps<Kind>>>;
};

const TABLE: DialogTable = {
  help: async () => (await import('./help-dialog.tsx')).HelpDialog,
  palette: async () => (await import('./palette-host.tsx')).PaletteHost,
  reload: async () => (await import('./reload-dialog.tsx')).ReloadDialog,
  'discard-changes': async () =>
    (await import('../ui/form/discard-changes-dialog.tsx')).DiscardChangesDialog,
  'discard-editor-changes': async () =>
    (await import('../features/editor/dialogs/discard-dialog.tsx')).DiscardDialog,
  'end-other-sessions': async () =>
    (await withMessages('settings', import('../features/profile/end-other-sessions-dialog.tsx')))
      .EndOtherSessionsDialog,
  'go-to-line': async () =>
    (await import('../features/editor/dialogs/go-to-line-dialog.tsx')).GoToLineDialog,
  'recreate-file': async () =>
    (await import('../features/editor/dialogs/save-questions.tsx')).RecreateFileDialog,
  'save-as-utf-8': async () =>
    (await import('../features/editor/dialogs/save-questions.tsx')).SaveAsUtf8Dialog,
  'save-conflict': async () =>
    (await import('../features/editor/dialogs/save-questions.tsx')).SaveConflictDialog,
  'abort-uploads': async () =>
    (await import('../features/upload-panel/abort-dialog.tsx')).AbortDialog,
  delete: async () => (await import('../features/trash/deleting/delete-dialog.tsx')).DeleteDialog,
  download: async () =>
    (await import('../features/listing/dialogs/download-dialog.tsx')).DownloadDialog,
  failures: async () =>
    (await import('../features/listing/dialogs/failures-dialog.tsx')).FailuresDialog,
  info: async () => (await import('../features/listing/dialogs/info-dialog.tsx')).InfoDialog,
  'new-file': async () =>
    (await import('../features/listing/dialogs/create-dialog.tsx')).CreateDialog,
  'new-folder': async () =>
    (await import('../features/listing/dialogs/create-dialog.tsx')).CreateDialog,
  rename: async () => (await import('../features/listing/dialogs/rename-dialog.tsx')).RenameDialog,
  'restore-conflicts': async () =>
    (await import('../features/trash/restoring/restore-conflicts-dialog.tsx'))
      .RestoreConflictsDialog,
  'restore-to': async () =>
    (await import('../features/move-copy/transfer-dialog.tsx')).RestoreToDialog,
  'trash-delete': async () =>
    (await import('../features/trash/page/trash-delete-dialog.tsx')).TrashDeleteDialog,
  'trash-empty': async () =>
    (await import('../features/trash/page/trash-delete-dialog.tsx')).TrashEmptyDialog,
  'trashed-item': async () =>
    (await import('../features/trash/page/trashed-item-dialog.tsx')).TrashedItemDialog,
  version: async () =>
    (await import('../features/trash/versions/version-dialog.tsx')).VersionDialog,
  'version-compare': async () =>
    (await import('../features/editor/compare/version-comparison.tsx')).VersionComparisonDialog,
  'version-delete': async () =>
    (await import('../features/trash/versions/version-delete-dialog.tsx')).VersionDeleteDialog,
  versions: async () =>
    (await import('../features/trash/versions/versions-dialog.tsx')).VersionsDialog,
  'stop-copy': async () =>
    (await import('../features/activity/stop-copy-dialog.tsx')).StopCopyDialog,
  share: async () => (await import('../features/share-links/share-dialog.tsx')).ShareDialog,
  'share-delete': async () =>
    (await import('../features/share-table/delete-share-dialog.tsx')).DeleteShareDialog,
  'share-uses': async () =>
    (await import('../features/share-links/share-uses-dialog.tsx')).ShareUsesDialog,
  transfer: async () => (await import('../features/move-copy/transfer-dialog.tsx')).TransferDialog,
  'transfer-conflicts': async () =>
    (await import('../features/move-copy/conflict-dialog.tsx')).TransferConflictDialog,
  upload: async () => {
    const dialog = import('../features/upload-panel/upload-dialog.tsx');
    const [{ UploadDialog }] = await Promise.all([dialog, loadUploadPanel().catch(() => {})]);
    return UploadDialog;
  },
  'user-delete': async () =>
    (
      await withMessages(
        'settings',
        import('../features/admin-users/delete/delete-user-dialog.tsx'),
      )
    ).DeleteUserDialog,
  invitation: async () =>
    (await withMessages('settings', import('../features/admin-users/invite/invitation-dialog.tsx')))
      .InvitationDialog,
  'upload-conflicts': async () =>
    (await import('../features/upload-panel/conflict-dialog.tsx')).ConflictDialog,
};

/** Component of a dialog whose kind is known only at run time. */
export type AnyDialog = ComponentType<{ dialog: DialogSpec; onClose(): void }>;

/** Loads the component of a dialog and its translations. */
export async function loadDialog(kind: DialogSpec['kind']): Promise<AnyDialog> {
  // The table maps each kind to the component for it, which the type of a lookup cannot express.
  const [dialog] = await Promise.all([TABLE[kind](), loadMessages('files')]);
  return dialog as AnyDialog;
}

/** Dialogs that need large libraries and show nothing without a connection. They are loaded when they are opened. */
const LOADED_WHEN_OPENED: ReadonlySet<DialogSpec['kind']> = new Set(['version-compare'] as const);

/** Loads the components of all other dialogs, and passes each to `keep` as soon as it has arrived. */
export function loadDialogsAhead(
  keep: (kind: DialogSpec['kind'], component: AnyDialog) => void,
): void {
  for (const kind of Object.keys(TABLE) as DialogSpec['kind'][]) {
    if (LOADED_WHEN_OPENED.has(kind)) continue;
    loadDialog(kind).then(
      (component) => keep(kind, component),
      () => {},
    );
  }
}
