import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** Use `primary` once per view and `danger` for destructive actions; `quiet` has no border. */
  variant?: 'plain' | 'primary' | 'danger' | 'quiet';
  busy?: boolean;
}

/** Button with a text. While `busy`, it shows a spinner, ignores clicks and keeps the focus. */
export function Button({
  variant = 'plain',
  busy = false,
  type = 'button',
  disabled = false,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={styles.button}
      data-variant={variant}
      // A button that is disabled by the attribute would lose the focus.
      disabled={disabled && !busy}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : onClick}
    >
      {busy && <Spinner size={16} />}
      {children}
    </button>
  );
}

/** Ignores a click, also the one that Enter in a field causes on the submit button. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
