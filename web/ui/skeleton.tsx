import styles from './skeleton.module.css';

/** A grey bar where text will be; `width` is any CSS length. */
export function Skeleton({ width }: { width: string }) {
  return <span className={styles.skeleton} style={{ inlineSize: width }} aria-hidden />;
}
