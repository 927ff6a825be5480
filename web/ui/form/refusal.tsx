import type { ReactNode } from 'react';
import styles from './refusal.module.css';

/** Error message of a form. It is always in the page, so that screen readers announce its changes. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.refusal}>
      {children}
    </div>
  );
}
