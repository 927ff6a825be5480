import { useState } from 'react';
import { latinDigits } from '../../lib/latin-digits.ts';
import { TextField } from '../text-field.tsx';

/** Field for a whole number. Keeps the text as typed; reports undefined for invalid and out-of-range input. */
export function NumberField({
  label,
  hint,
  error,
  value,
  minimum = 0,
  maximum = Number.MAX_SAFE_INTEGER,
  disabled,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: number | undefined;
  minimum?: number;
  maximum?: number;
  disabled?: boolean;
  onChange(value: number | undefined): void;
}) {
  const [typed, setTyped] = useState('');
  const meaning = (text: string) => wholeNumber(text, { minimum, maximum });
  const shown = meaning(typed) === value ? typed : String(value ?? '');
  return (
    <TextField
      label={label}
      hint={hint}
      error={error}
      isShort
      inputMode="numeric"
      autoComplete="off"
      disabled={disabled}
      value={shown}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(meaning(target.value));
      }}
    />
  );
}

function wholeNumber(text: string, { minimum, maximum }: { minimum: number; maximum: number }) {
  const digits = latinDigits(text.trim());
  if (!/^-?\d+$/.test(digits)) return undefined;
  const number = Number(digits);
  return number >= minimum && number <= maximum ? number : undefined;
}
