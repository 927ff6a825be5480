import { useTranslation } from '../../i18n/use-translation.ts';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { ChunkSizeField } from './chunk-size-field.tsx';
import { MOST_RETRIES } from './problems-of.ts';
import type { SettingsFormProps } from './settings-form.ts';

/** How files are sent. */
export function UploadFields({ fields, problems, onChange }: SettingsFormProps) {
  const { t } = useTranslation();
  return (
    <FieldGroup title={t('global.uploads')} explanation={t('global.uploadsHint')}>
      <ChunkSizeField
        bytes={fields['tus.chunkSize']}
        error={problems['tus.chunkSize']}
        onChange={(bytes) => onChange({ 'tus.chunkSize': bytes })}
      />
      <NumberField
        label={t('global.retryCount')}
        hint={t('global.retryCountHint')}
        error={problems['tus.retryCount']}
        value={fields['tus.retryCount']}
        maximum={MOST_RETRIES}
        onChange={(count) => onChange({ 'tus.retryCount': count })}
      />
    </FieldGroup>
  );
}
