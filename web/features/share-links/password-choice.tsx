import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { makePassword } from '../../lib/secrets/make-password.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ShowPassword } from '../../ui/show-password.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './share-form.module.css';

/** Password of the user's choice, or a generated one that is visible so that it can be passed on. */
export function PasswordChoice({
  password,
  hint,
  onChange,
}: {
  password: string;
  hint?: string | undefined;
  onChange(password: string): void;
}) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const make = () => {
    setShown(true);
    onChange(makePassword());
  };
  return (
    <div className={styles.password}>
      <TextField
        label={t('shares.password')}
        value={password}
        hint={hint}
        type={isShown ? 'text' : 'password'}
        // Prevents browsers from filling in or saving the user's own password.
        autoComplete="new-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        dir={isShown ? 'auto' : undefined}
        onChange={({ target }) => onChange(target.value)}
        end={
          <>
            {isShown && password.trim() !== '' && (
              <CopyButton label={t('shares.copyPassword')} text={password.trim()} />
            )}
            <ShowPassword isShown={isShown} onChange={setShown} />
          </>
        }
      />
      <Button onClick={make}>{t('shares.makePassword')}</Button>
    </div>
  );
}
