import styles from './selection-mark.module.css';

/** A tick for what is selected, an empty ring for what could be; the style sheet says when which is seen. */
export function SelectionMark() {
  return (
    <span className={styles.mark} aria-hidden>
      <svg width="14" height="14" viewBox="0 0 24 24">
        <path d="M5 12.5 10 17.5 19 7" fill="none" stroke="currentColor" strokeWidth="3.2" />
      </svg>
    </span>
  );
}
