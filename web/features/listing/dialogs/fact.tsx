import type { ReactNode } from 'react';
import styles from './info-dialog.module.css';

/** Row in a list of properties. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.fact}>{children}</dd>
    </>
  );
}
