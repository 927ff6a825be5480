import type { ComponentProps } from 'react';
import styles from './button.module.css';

export interface ButtonAnchorProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  /** Use `primary` once per view. */
  variant?: 'plain' | 'primary';
}

/** External link or download that looks like a button. */
export function ButtonAnchor({ variant = 'plain', children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={styles.button} data-variant={variant}>
      {children}
    </a>
  );
}
