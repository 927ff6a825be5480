import { useTranslation } from '../../i18n/use-translation.ts';
import { LinesField } from '../../ui/form/lines-field.tsx';
import { problemAt, type SettingsFormProps } from './settings-form.ts';

/** Folders in which replaced files are not kept as versions, one on each line. */
export function FoldersWithoutVersions({
  fields,
  problems,
  isUnused,
  onChange,
}: SettingsFormProps & {
  /** True while no versions are kept at all. */
  isUnused: boolean;
}) {
  const { t } = useTranslation();
  const error = problemAt(problems, 'foldersWithoutVersions');
  const isDisabled = isUnused && error === undefined;
  return (
    <LinesField
      label={t('global.foldersWithoutVersions')}
      hint={t('global.foldersWithoutVersionsHint')}
      error={error}
      disabled={isDisabled}
      placeholder="/folder"
      maxRows={8}
      value={fields.foldersWithoutVersions.join('\n')}
      onChange={(text) => onChange({ foldersWithoutVersions: text === '' ? [] : text.split('\n') })}
    />
  );
}
