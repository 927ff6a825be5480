import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './select.module.css';

/** Native select with the look of the fields, of the buttons beside it, or of the text around it. */
export function Select({
  look = 'field',
  ...props
}: Omit<ComponentProps<'select'>, 'className'> & { look?: 'field' | 'button' | 'quiet' }) {
  return (
    <span className={styles.frame} data-look={look}>
      <select {...props} className={styles.select} />
      <ChevronDown className={styles.chevron} size={16} strokeWidth={1.5} aria-hidden />
    </span>
  );
}
