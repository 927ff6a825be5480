import styles from './more-button.module.css';

/** The three dots of an entry in a list. The list hears its clicks, and the keyboard has a key for the menu. */
export function MoreButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.more}
      data-part="more"
      aria-haspopup="menu"
      aria-label={label}
    />
  );
}
