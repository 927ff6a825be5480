import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ShowPassword } from '../show-password.tsx';
import { TextField } from '../text-field.tsx';
import type { NewPassword } from './new-password.ts';
import styles from './password-fields.module.css';

/** Fields for a new password and its repetition. */
export function PasswordFields({
  label,
  repeatLabel,
  hint,
  error,
  repeatError,
  value,
  autoFocus = false,
  onChange,
}: {
  label: string;
  repeatLabel: string;
  hint?: string | undefined;
  /** Message about the password itself. */
  error?: string | undefined;
  /** Message about the repetition, other than a mismatch. */
  repeatError?: string | undefined;
  value: NewPassword;
  autoFocus?: boolean;
  onChange(value: NewPassword): void;
}) {
  const verdictId = useId();
  const [isShown, setShown] = useState(false);
  const { password, repeat } = value;
  const sameness = repeat === '' ? undefined : password === repeat ? 'equal' : 'different';
  const type = isShown ? 'text' : 'password';
  return (
    <div className={styles.fields} data-sameness={sameness}>
      <TextField
        label={label}
        name="new-password"
        type={type}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        // An error says the same, or something more urgent.
        hint={error === undefined ? hint : undefined}
        autoFocus={autoFocus}
        error={error}
        value={password}
        onChange={({ target }) => onChange({ password: target.value, repeat })}
        end={<ShowPassword isShown={isShown} onChange={setShown} />}
      />
      <TextField
        label={repeatLabel}
        name="repeat-password"
        type={type}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={sameness === 'different' || undefined}
        aria-describedby={verdictId}
        error={repeatError}
        value={repeat}
        onChange={({ target }) => onChange({ password, repeat: target.value })}
      />
      <Verdict id={verdictId} sameness={sameness} />
    </div>
  );
}

/** Message that says if both passwords are equal. Always in the page, so that screen readers announce its changes. */
function Verdict({ id, sameness }: { id: string; sameness: 'equal' | 'different' | undefined }) {
  const { t } = useTranslation();
  const Sign = sameness === 'equal' ? CircleCheck : CircleX;
  return (
    <p id={id} className={styles.verdict} aria-live="polite">
      {sameness !== undefined && (
        <>
          <Sign size={16} aria-hidden />
          {sameness === 'equal' ? t('form.passwordsMatch') : t('form.passwordsDiffer')}
        </>
      )}
    </p>
  );
}
