import { type ReactNode, useId } from 'react';
import field from '../text-field.module.css';
import styles from './lines-field.module.css';

/** Field for several values, one on each line. */
export function LinesField({
  label,
  hint,
  error,
  placeholder,
  disabled = false,
  maxRows,
  value,
  onChange,
  children,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  placeholder?: string;
  disabled?: boolean;
  /** Number of lines above which the field scrolls. */
  maxRows: number;
  value: string;
  onChange(value: string): void;
  /** Shown below the hint, such as a warning. */
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.lines}
        dir="ltr"
        rows={Math.min(maxRows, Math.max(2, value.split('\n').length))}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        disabled={disabled}
        value={value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className={field.hint}>
        {hint}
      </p>
      {children}
    </div>
  );
}
