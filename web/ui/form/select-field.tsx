import { useId } from 'react';
import { Select } from '../select.tsx';
import styles from './select-field.module.css';

export interface SelectOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Native select field. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  options,
  disabled = false,
  onChange,
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: Value;
  options: readonly SelectOption<Value>[];
  disabled?: boolean;
  onChange(value: Value): void;
}) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <Select
        id={id}
        value={value}
        disabled={disabled}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
      {note !== undefined && (
        <p
          id={`${id}-note`}
          className={error === undefined ? styles.hint : styles.error}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  );
}
