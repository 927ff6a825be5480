import { useTranslation } from '../../../i18n/use-translation.ts';
import { TextField } from '../../../ui/text-field.tsx';
import type { Submission } from './use-submission.ts';

/** Field for the administrator's password, shown once the server requires it. */
export function OwnPasswordField({ submission }: { submission: Submission }) {
  const { t } = useTranslation();
  const { ownPassword, refusal, setOwnPassword } = submission;
  if (ownPassword === undefined) return null;
  return (
    <TextField
      label={t('users.ownPassword')}
      type="password"
      autoComplete="current-password"
      value={ownPassword}
      error={refusal.fields.current_password}
      onChange={({ target }) => setOwnPassword(target.value)}
    />
  );
}
