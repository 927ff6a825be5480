import type { ShownSettings } from '#contract/settings.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef } from 'react';
import { settingsQuery } from '../../api/administration/settings.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLeaveGuard } from '../../state/forms/use-leave-guard.ts';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { FormColumn } from '../../ui/form/form-column.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { AccessFields } from './access-fields.tsx';
import styles from './admin-settings.module.css';
import { BrandingFields } from './branding-fields.tsx';
import { ChunkSizeField } from './chunk-size-field.tsx';
import { CommandFields } from './commands/command-fields.tsx';
import { NewUserFields } from './new-user-fields.tsx';
import { MAX_RETRIES } from './problems-of.ts';
import { RetentionFields } from './retention-fields.tsx';
import { RuleFields } from './rule-fields.tsx';
import type { SettingsFormProps } from './settings-form.ts';
import { LoadFailure } from '../../ui/data-view/load-failure.tsx';
import { StaleNotice } from '../../ui/data-view/stale-notice.tsx';
import { SettingsSkeleton } from './settings-states.tsx';
import { useSaveSettings } from './use-save-settings.ts';

/** Global settings, which administrators change while the server runs. */
export function GlobalSettings() {
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  const retry = () => void refetch();
  if (!settings) {
    return error ? <LoadFailure failure={error} onRetry={retry} /> : <SettingsSkeleton />;
  }
  return (
    <SettingsForm settings={settings}>
      {error && <StaleNotice failure={error} onRetry={retry} />}
    </SettingsForm>
  );
}

/** `children` render above the fields. */
function SettingsForm({ settings, children }: { settings: ShownSettings; children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { draft, busy, problems, failure, change, discard, save } = useSaveSettings(settings, form);
  useLeaveGuard(draft.isChanged);
  const props = { fields: draft.draft, problems, onChange: change };
  return (
    <FormColumn>
      {children}
      <p className={styles.intro}>{t('global.acts')}</p>
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isChanged && !busy) save();
        }}
      >
        <AccessFields {...props} authMethod={settings.authMethod} />
        <NewUserFields {...props} />
        <RuleFields {...props} />
        <BrandingFields {...props} />
        <UploadFields {...props} />
        <RetentionFields {...props} fixed={settings.fixed} />
        <CommandFields {...props} />
      </form>
      <SaveBar
        form={id}
        isChanged={draft.isChanged}
        busy={busy}
        failure={failure}
        onDiscard={discard}
      />
    </FormColumn>
  );
}

/** Settings of uploads. */
function UploadFields({ fields, problems, onChange }: SettingsFormProps) {
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
        maximum={MAX_RETRIES}
        onChange={(count) => onChange({ 'tus.retryCount': count })}
      />
    </FieldGroup>
  );
}
