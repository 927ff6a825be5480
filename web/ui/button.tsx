import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** Use `primary` once per view and `danger` for destructive actions; `quiet` has no border. */
  variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  /** Shows a spinner and takes no clicks. */
  busy?: boolean;
}

export function Button({
  variant = 'plain',
  busy = false,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-variant={variant}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner size={16} />}
      {children}
    </button>
  );
}
