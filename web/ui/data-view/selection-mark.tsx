import styles from './selection-mark.module.css';

/**
 * Check mark of a selected entry or ring of a selectable one, which toggles it. The style sheet controls its visibility.
 * Hidden from screen readers, because rows and tiles are selectable themselves.
 */
export function SelectionMark() {
  return (
    <span className={styles.mark} data-part="mark" aria-hidden>
      <svg width="14" height="14" viewBox="0 0 24 24">
        <path d="M5 12.5 10 17.5 19 7" fill="none" stroke="currentColor" strokeWidth="3.2" />
      </svg>
    </span>
  );
}
