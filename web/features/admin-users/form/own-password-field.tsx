import { useTranslation } from '../../../i18n/use-translation.ts';
import { TextField } from '../../../ui/text-field.tsx';

/** Field for the administrator's password. Nothing is shown until the server requires it, while `password` is undefined. */
export function OwnPasswordField({
  password,
  error,
  autoFocus = false,
  onChange,
}: {
  password: string | undefined;
  error: string | undefined;
  autoFocus?: boolean;
  onChange(typed: string): void;
}) {
  const { t } = useTranslation();
  if (password === undefined) return null;
  return (
    <TextField
      label={t('users.ownPassword')}
      type="password"
      autoComplete="current-password"
      autoFocus={autoFocus}
      value={password}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
