import type { AuthMethod } from '#contract/settings.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { MAX_PASSWORD_LENGTH } from './problems-of.ts';
import type { SettingsFormProps } from './settings-form.ts';
import styles from './admin-settings.module.css';

/** Settings of logins and sign-ups. The auth method is read-only here, because a mistake would lock everyone out. */
export function AccessFields({
  fields,
  problems,
  authMethod,
  onChange,
}: SettingsFormProps & { authMethod: AuthMethod }) {
  const { t } = useTranslation();
  return (
    <FieldGroup
      title={t('global.access')}
      explanation={
        <>
          {t(`global.authMethods.${authMethod}`)} {t('global.authMethodChange')}{' '}
          <code className={styles.command} dir="ltr">
            filebrowser config set --auth.method
          </code>
        </>
      }
    >
      <CheckboxField
        label={t('global.signup')}
        hint={t('global.signupHint')}
        checked={fields.signup}
        onChange={(signup) => onChange({ signup })}
      />
      <CheckboxField
        label={t('global.hideLoginButton')}
        checked={fields.hideLoginButton}
        onChange={(hideLoginButton) => onChange({ hideLoginButton })}
      />
      <NumberField
        label={t('global.minimumPasswordLength')}
        hint={t('global.minimumPasswordLengthHint')}
        error={problems['minimumPasswordLength']}
        value={fields.minimumPasswordLength}
        minimum={1}
        maximum={MAX_PASSWORD_LENGTH}
        onChange={(minimumPasswordLength) => onChange({ minimumPasswordLength })}
      />
    </FieldGroup>
  );
}
