import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

export interface ButtonLinkProps extends Omit<LinkProps, 'className' | 'style'> {
  /** Use `primary` once per view. */
  variant?: 'plain' | 'primary';
}

/** Link within the page that looks like a button. */
export function ButtonLink({ variant = 'plain', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={styles.button} data-variant={variant} />;
}
