import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';

export interface ButtonLinkProps extends Omit<LinkProps, 'className' | 'style'> {
  /** `primary` once per view. */
  variant?: 'plain' | 'primary';
}

/** A way to another place of the page that looks like a button beside it. */
export function ButtonLink({ variant = 'plain', ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={styles.button} data-variant={variant} />;
}
