import { useState } from 'react';
import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { makePassword } from '../../../lib/secrets/make-password.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { ShowPassword } from '../../../ui/show-password.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './user-form.module.css';

/** Password of another user. A generated one is visible so that it can be passed on. */
export function PasswordField({
  password,
  hint,
  error,
  onChange,
}: {
  password: string;
  hint: string | undefined;
  error: string | undefined;
  onChange(password: string): void;
}) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const make = () => {
    setShown(true);
    onChange(makePassword(pageConfig().MinimumPasswordLength));
  };
  return (
    <div className={styles.password}>
      <TextField
        label={t('users.password')}
        value={password}
        type={isShown ? 'text' : 'password'}
        // Prevents browsers from filling in or saving the administrator's own password.
        autoComplete="new-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        hint={isShown && password !== '' ? t('users.passwordHandOn') : hint}
        error={error}
        onChange={({ target }) => onChange(target.value)}
        end={
          <>
            {isShown && password !== '' && (
              <CopyButton label={t('users.copyPassword')} text={password} />
            )}
            <ShowPassword isShown={isShown} onChange={setShown} />
          </>
        }
      />
      <Button onClick={make}>{t('users.makePassword')}</Button>
    </div>
  );
}
