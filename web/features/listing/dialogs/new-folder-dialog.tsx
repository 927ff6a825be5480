import { makeFolder } from '../../../api/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogSpecOf } from '../../../state/dialogs.ts';
import { CreateDialog } from './create-dialog.tsx';

export function NewFolderDialog({
  dialog: { folder },
  onClose,
}: {
  dialog: DialogSpecOf<'new-folder'>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <CreateDialog
      title={t('prompts.newFolder')}
      done="prompts.folderCreated"
      folder={folder}
      create={makeFolder}
      onClose={onClose}
    />
  );
}
