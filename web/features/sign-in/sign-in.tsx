import { Eye, EyeOff } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logIn } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { refusalText } from './refusal-text.ts';
import styles from './sign-in.module.css';

/** The one card of the login page. Says in the card what went wrong, and keeps what was typed. */
export function SignIn({ productName, logo }: { productName: string; logo: string }) {
  const { t } = useTranslation();
  const password = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);

  const submit = async (form: FormData) => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await logIn({ username: textOf(form, 'username'), password: textOf(form, 'password') });
    } catch (failure) {
      setBusy(false);
      setRefusal(refusalText(t, failure));
      password.current?.focus();
      password.current?.select();
    }
  };

  return (
    <main className={styles.page}>
      <form
        className={styles.card}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit(new FormData(event.currentTarget));
        }}
      >
        <img className={styles.logo} src={logo} alt="" width={48} height={48} />
        <h1 className={styles.name}>{productName}</h1>
        {/* In the page before there is anything to say, so that what comes into it is read out. */}
        <div role="alert" className={styles.refusal}>
          {refusal}
        </div>
        <TextField
          label={t('session.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
        />
        <TextField
          ref={password}
          label={t('session.password')}
          name="password"
          type={shown ? 'text' : 'password'}
          autoComplete="current-password"
          spellCheck={false}
          required
          end={
            <IconButton
              label={shown ? t('session.hidePassword') : t('session.showPassword')}
              icon={shown ? EyeOff : Eye}
              size="small"
              onClick={() => setShown(!shown)}
            />
          }
        />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? t('session.loggingIn') : t('session.logIn')}
        </Button>
      </form>
    </main>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
