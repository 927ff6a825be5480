import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'style'> {
  label: string;
  /** Description below the field, associated with it. */
  hint?: string | undefined;
  /** Error message below the field, associated with it. */
  error?: string | undefined;
  /** Content inside the field, before the input. */
  start?: ReactNode;
  /** Control inside the field, at its end. */
  end?: ReactNode;
  /** Limits the width to that of a number. */
  isShort?: boolean;
}

export function TextField({
  label,
  hint,
  error,
  start,
  end,
  isShort = false,
  ...rest
}: TextFieldProps) {
  const id = useId();
  const errorId = error === undefined ? undefined : `${id}-error`;
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  const described = [rest['aria-describedby'], errorId, hintId].filter(
    (part) => part !== undefined,
  );
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame} data-short={isShort || undefined}>
        {start}
        <input
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={error === undefined ? rest['aria-invalid'] : true}
          aria-describedby={described.join(' ') || undefined}
        />
        {end !== undefined && <span className={styles.end}>{end}</span>}
      </div>
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
