import styles from './table.module.css';

/** Somebody who wants more of one cell copies it. */
const MOST_CHARACTERS = 4_000;

/** All that stands in one cell, which has less room in its column. */
export function WholeCell({ place, text }: { place: string; text: string }) {
  return (
    <p className={styles.whole}>
      <span className={styles.place}>{place}</span>
      {/* It scrolls when it is long, also by keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <span className={styles.wholeText} dir="auto" tabIndex={0}>
        {text.slice(0, MOST_CHARACTERS)}
      </span>
    </p>
  );
}
