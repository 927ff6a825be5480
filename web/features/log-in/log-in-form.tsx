import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { pageConfig } from '../../api/page-config.ts';
import { logIn } from '../../api/session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ShowPassword } from '../../ui/show-password.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LazyCaptcha } from './lazy-captcha.tsx';
import { refusalText } from './refusal-text.ts';
import { Refusal } from '../../ui/form/refusal.tsx';
import styles from './log-in.module.css';

/** Form for name and password. Keeps the input after a failure. `notice` is shown above the fields. */
export function LogInForm({ notice }: { notice?: string | undefined }) {
  const { t } = useTranslation();
  const asksCaptcha = pageConfig().ReCaptcha;
  const password = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(false);
  const [recaptcha, setAnswer] = useState('');
  const [attempt, setAttempt] = useState(0);

  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async (form: FormData) => {
      if (asksCaptcha && recaptcha === '') throw new ApiError(403, 'no captcha answer');
      const [username, typed] = [textOf(form, 'username'), textOf(form, 'password')];
      await logIn({ username, password: typed, recaptcha });
    },
    onError: () => {
      // An answer is valid once.
      if (recaptcha !== '') {
        setAnswer('');
        setAttempt(attempt + 1);
      }
      password.current?.focus();
      password.current?.select();
    },
    // Drops the password from memory.
    gcTime: 0,
  });
  // The form stays busy until the router has left the page.
  const busy = isPending || isSuccess;

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) mutate(new FormData(event.currentTarget));
      }}
    >
      {notice !== undefined && (
        <p className={styles.note} role="status">
          {notice}
        </p>
      )}
      <Refusal>{error && refusalText(t, error)}</Refusal>
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
        end={<ShowPassword isShown={shown} onChange={setShown} />}
      />
      {asksCaptcha && <LazyCaptcha key={attempt} onAnswer={setAnswer} />}
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? t('session.loggingIn') : t('session.logIn')}
      </Button>
    </form>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
