import styles from './more-button.module.css';

/** Menu button of an entry. The list handles its clicks, and the keyboard has a shortcut. */
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
