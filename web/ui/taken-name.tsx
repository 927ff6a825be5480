import type { ReactNode } from 'react';
import styles from './taken-name.module.css';

/** Name that exists already, with its icon and the properties of the new and the existing entry. */
export function TakenName({
  sign,
  name,
  arriving,
  existing,
}: {
  sign: ReactNode;
  name: string;
  arriving: string;
  existing: string;
}) {
  return (
    <>
      <span className={styles.sign}>{sign}</span>
      <div className={styles.facts}>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        <span className={styles.fact}>{arriving}</span>
        <span className={styles.fact}>{existing}</span>
      </div>
    </>
  );
}
