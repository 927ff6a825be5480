import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'style'> {
  label: string;
  /** Says in words what is wrong; shown under the field and tied to it. */
  error?: string | undefined;
  /** A control inside the field, at its end. */
  end?: ReactNode;
}

export function TextField({ label, error, end, ...rest }: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.frame}>
        <input
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={error === undefined ? rest['aria-invalid'] : true}
          aria-describedby={error === undefined ? rest['aria-describedby'] : errorId}
        />
        {end !== undefined && <span className={styles.end}>{end}</span>}
      </div>
      {error !== undefined && (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
