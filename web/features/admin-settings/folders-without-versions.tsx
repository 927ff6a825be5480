import { useTranslation } from '../../i18n/use-translation.ts';
import { LinesField } from '../../ui/form/lines-field.tsx';
import { problemAt, type SettingsFormProps } from './settings-form.ts';

/** Folders in which replaced files are not kept as versions, one on each line. */
export function FoldersWithoutVersions({ fields, problems, onChange }: SettingsFormProps) {
  const { t } = useTranslation();
  return (
    <LinesField
      label={t('global.foldersWithoutVersions')}
      hint={t('global.foldersWithoutVersionsHint')}
      error={problemAt(problems, 'foldersWithoutVersions')}
      placeholder="/folder"
      maxRows={8}
      value={fields.foldersWithoutVersions.join('\n')}
      onChange={(text) => onChange({ foldersWithoutVersions: text === '' ? [] : text.split('\n') })}
    />
  );
}
