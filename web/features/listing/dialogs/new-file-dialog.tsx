import { makeFile } from '../../../api/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogSpecOf } from '../../../state/dialogs.ts';
import { CreateDialog } from './create-dialog.tsx';

export function NewFileDialog({
  dialog: { folder },
  onClose,
}: {
  dialog: DialogSpecOf<'new-file'>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <CreateDialog
      title={t('prompts.newFile')}
      done="prompts.fileCreated"
      folder={folder}
      create={makeFile}
      onClose={onClose}
    />
  );
}
