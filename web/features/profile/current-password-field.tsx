import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ShowPassword } from '../../ui/show-password.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Current password, which confirms the identity of the user. */
export function CurrentPasswordField({
  value,
  error,
  onChange,
}: {
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      label={t('profile.currentPassword')}
      name="current-password"
      type={isShown ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      end={<ShowPassword isShown={isShown} onChange={setShown} />}
    />
  );
}
