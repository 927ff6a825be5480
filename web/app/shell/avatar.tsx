import styles from './account.module.css';

/** Circle with the first letter of a name. */
export function Avatar({ name }: { name: string }) {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return (
    <span className={styles.avatar} aria-hidden>
      {first?.segment.toLocaleUpperCase()}
    </span>
  );
}
