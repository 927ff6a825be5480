import type { ReactNode } from 'react';
import styles from './form-column.module.css';

/** Column layout of a settings page, from its first group to its save bar. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <div className={styles.column}>{children}</div>;
}
