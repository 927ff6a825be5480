import styles from './skeleton.module.css';

/** Placeholder bar of text; `width` is a CSS length. */
export function Skeleton({ width }: { width: string }) {
  return <span className={styles.skeleton} style={{ inlineSize: width }} aria-hidden />;
}
