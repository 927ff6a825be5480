import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { makePassword } from '../../lib/secrets/make-password.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ShowPassword } from '../../ui/show-password.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './share-form.module.css';

/** A password of the user's own, or one that is made for them, and shown so that they can hand it on. */
export function PasswordChoice({
  password,
  onChange,
}: {
  password: string;
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
        type={isShown ? 'text' : 'password'}
        // Not the one of the user: no browser is to fill it in, or to keep it as theirs.
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
