import type { TFunction } from 'i18next';
import { LockKeyhole } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ShowPassword } from '../../ui/show-password.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useModal } from '../../ui/use-modal.ts';
import styles from './card.module.css';
import type { Obstacle, PasswordRefusal } from './obstacle.ts';
import type { ShareSession } from './share-session.ts';
import { waitText } from './wait-text.ts';

interface PasswordProps {
  shareSession: ShareSession;
  asked: Extract<Obstacle, { kind: 'password' }>;
}

/** Asks for the password before the share is shown. */
export function PasswordCard({ shareSession, asked }: PasswordProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <PasswordForm shareSession={shareSession} asked={asked} titleId={titleId} heading="h1" />
    </section>
  );
}

/** Asks for the password again in a dialog above the page. */
export function PasswordDialog({ shareSession, asked }: PasswordProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useModal(dialog);
  return (
    <dialog
      ref={dialog}
      className={`${styles.card} ${styles.dialog}`}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog on the second Escape. Reopens it, because the password is required.
      onClose={() => dialog.current?.showModal()}
    >
      <PasswordForm shareSession={shareSession} asked={asked} titleId={titleId} heading="h2" />
    </dialog>
  );
}

interface FormProps extends PasswordProps {
  titleId: string;
  /** Level of the title: `h1` on the page and `h2` in the dialog. */
  heading: 'h1' | 'h2';
}

function PasswordForm({ shareSession, asked, titleId, heading: Heading }: FormProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState(false);
  const { again, refusal } = asked;

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [refusal]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    await shareSession.tryPassword(field.current?.value ?? '');
    setBusy(false);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <span className={styles.sign}>
        <LockKeyhole size={32} strokeWidth={1.5} aria-hidden />
      </span>
      <Heading id={titleId} className={styles.title}>
        {t('public.passwordTitle')}
      </Heading>
      <p className={styles.text}>
        {again ? t('public.passwordAgainText') : t('public.passwordText')}
      </p>
      <TextField
        ref={field}
        label={t('public.password')}
        type={shown ? 'text' : 'password'}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={busy || refusal === undefined ? undefined : refusalText(t, refusal)}
        end={<ShowPassword isShown={shown} onChange={setShown} />}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t('public.submit')}
      </Button>
    </form>
  );
}

/** Returns the message for a rejected password. */
function refusalText(t: TFunction, refusal: PasswordRefusal): string {
  switch (refusal.kind) {
    case 'wrong':
      return t('public.wrongCredentials');
    case 'throttled':
      return waitText(t, refusal.seconds);
    case 'no-connection':
      return t('public.passwordNoConnection');
    case 'trouble':
      return t('public.passwordTrouble');
  }
}
