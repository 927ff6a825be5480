import type { ReactNode } from 'react';
import styles from './info-dialog.module.css';

/** One line of a list of facts. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.fact}>{children}</dd>
    </>
  );
}
