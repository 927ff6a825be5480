import type { Ref } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { TextField } from '../../../ui/text-field.tsx';

/** Name field of a file or folder with immediate validation. */
export function NameField({
  value,
  error,
  ref,
  onChange,
}: {
  value: string;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
  onChange(value: string): void;
}) {
  const { t } = useTranslation();
  return (
    <TextField
      {...(ref !== undefined && { ref })}
      label={t('prompts.name')}
      value={value}
      autoFocus
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      dir="auto"
      enterKeyHint="done"
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
