import { useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { PasswordFields } from '../../ui/form/password-fields.tsx';
import { Refusal } from '../../ui/form/refusal.tsx';
import { ShowPassword } from '../../ui/show-password.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useChangePassword } from './use-change-password.ts';

/** Form for a new password. Asks for the current one if the user logs in with it. */
export function PasswordForm({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const { AuthMethod, MinimumPasswordLength } = pageConfig();
  const asksCurrent = AuthMethod === 'json';
  const { fields, change, submit, busy, errors, failure } = useChangePassword(userId, asksCurrent);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <FieldGroup title={t('profile.password')} explanation={t('profile.passwordNote')}>
        <Refusal>{failure}</Refusal>
        {asksCurrent && (
          <CurrentPasswordField
            value={fields.current}
            error={errors.current}
            onChange={(current) => change({ current })}
          />
        )}
        <PasswordFields
          label={t('profile.newPassword')}
          repeatLabel={t('profile.newPasswordRepeat')}
          hint={t('form.passwordHint', { count: MinimumPasswordLength })}
          error={errors.password}
          repeatError={errors.repeat}
          value={fields}
          onChange={change}
        />
        <div>
          <Button type="submit" busy={busy}>
            {busy ? t('profile.changingPassword') : t('profile.changePassword')}
          </Button>
        </div>
      </FieldGroup>
    </form>
  );
}

/** Current password, which confirms the identity of the user. */
function CurrentPasswordField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label={t('profile.currentPassword')}
      name="current-password"
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      end={<ShowPassword isShown={isShown} onChange={setShown} />}
    />
  );
}
