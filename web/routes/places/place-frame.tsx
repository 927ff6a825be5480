import type { ReactNode } from 'react';
import styles from './place-frame.module.css';

/** Title of a place above its content, which scrolls by itself. */
export function PlaceFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.content}>{children}</div>
    </div>
  );
}
