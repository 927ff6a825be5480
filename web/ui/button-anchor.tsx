import type { ComponentProps } from 'react';
import styles from './button.module.css';

export interface ButtonAnchorProps extends Omit<ComponentProps<'a'>, 'className' | 'style'> {
  /** `primary` once per view. */
  variant?: 'plain' | 'primary';
}

/** A way out of the page, to a download or another tab, that looks like a button beside it. */
export function ButtonAnchor({ variant = 'plain', children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...rest} className={styles.button} data-variant={variant}>
      {children}
    </a>
  );
}
