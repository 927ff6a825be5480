import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordFields } from '../../ui/form/password-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LazyCaptcha } from './lazy-captcha.tsx';
import { Refusal } from '../../ui/form/refusal.tsx';
import styles from './log-in.module.css';
import { useSignUp } from './use-sign-up.ts';

/** Sign-up form, which logs the new user in. Calls `onAccountCreated` if only the login failed. */
export function SignUp({ onAccountCreated }: { onAccountCreated(): void }) {
  const { t } = useTranslation();
  const { MinimumPasswordLength, ReCaptcha } = pageConfig();
  const { fields, change, submit, busy, errors, refusal, onAnswer } = useSignUp({
    onAccountCreated,
  });
  return (
    <form
      className={styles.form}
      aria-label={t('session.signUp')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <h2 className={styles.purpose}>{t('session.toSignUp')}</h2>
      <Refusal>{refusal}</Refusal>
      <TextField
        label={t('session.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
        error={errors.username}
        value={fields.username}
        onChange={({ target }) => change({ username: target.value })}
      />
      <PasswordFields
        label={t('session.password')}
        repeatLabel={t('signUp.repeat')}
        hint={t('form.passwordHint', { count: MinimumPasswordLength })}
        error={errors.password}
        repeatError={errors.repeat}
        value={fields}
        onChange={change}
      />
      {ReCaptcha && <LazyCaptcha onAnswer={onAnswer} />}
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? t('signUp.signingUp') : t('session.signUp')}
      </Button>
    </form>
  );
}
