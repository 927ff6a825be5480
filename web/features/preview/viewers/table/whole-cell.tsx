import styles from './table.module.css';

/** Maximum number of displayed characters of a cell. */
const MOST_CHARACTERS = 4_000;

/** Full text of a cell. */
export function WholeCell({ place, text }: { place: string; text: string }) {
  return (
    <p className={styles.whole}>
      <span className={styles.place}>{place}</span>
      {/* Scrollable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={styles.wholeText} dir="auto" tabIndex={0}>
        {text.slice(0, MOST_CHARACTERS)}
      </span>
    </p>
  );
}
