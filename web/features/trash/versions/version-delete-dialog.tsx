import { useTranslation } from '../../../i18n/use-translation.ts';
import { spelled } from '../../../lib/name-parts.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Question } from '../page/trash-delete-dialog.tsx';

/** Asks before a version is deleted. */
export function VersionDeleteDialog({
  dialog: { entry, version, confirm },
  onClose,
}: DialogProps<'version-delete'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  const date = formats.exactDate(new Date(version.modifiedAt).toISOString());
  return (
    <Question
      title={t('versions.deleteQuestion', { name: spelled(entry.name), date })}
      button={t('actions.deletePermanently')}
      confirm={confirm}
      onClose={onClose}
    >
      {t('prompts.deleteForever')}
    </Question>
  );
}
