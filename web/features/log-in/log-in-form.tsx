import { useRef, useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { logIn } from '../../api/session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ShowPassword } from '../../ui/show-password.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LazyCaptcha } from './lazy-captcha.tsx';
import { refusalText } from './refusal-text.ts';
import { Refusal } from './log-in-card.tsx';
import styles from './log-in.module.css';

/** Name and password. Says what went wrong, and keeps what was typed. `notice` is what to know beforehand. */
export function LogInForm({ notice }: { notice?: string | undefined }) {
  const { t } = useTranslation();
  const asksCaptcha = pageConfig().ReCaptcha;
  const password = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const [recaptcha, setAnswer] = useState('');
  const [attempt, setAttempt] = useState(0);

  const refuse = (reason: string) => {
    setBusy(false);
    setRefusal(reason);
    password.current?.focus();
    password.current?.select();
  };
  const submit = async (form: FormData) => {
    if (asksCaptcha && recaptcha === '') return refuse(t('session.wrongCredentials'));
    setBusy(true);
    setRefusal(undefined);
    try {
      const [username, typed] = [textOf(form, 'username'), textOf(form, 'password')];
      await logIn({ username, password: typed, recaptcha });
    } catch (failure) {
      setAnswer('');
      setAttempt(attempt + 1);
      refuse(refusalText(t, failure));
    }
  };

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit(new FormData(event.currentTarget));
      }}
    >
      {notice !== undefined && (
        <p className={styles.note} role="status">
          {notice}
        </p>
      )}
      <Refusal>{refusal}</Refusal>
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
