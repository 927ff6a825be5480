import styles from './links-drawing.module.css';

/** A sheet that a thread ties to two people who look at it. */
export function LinksDrawing() {
  return (
    <svg className={styles.drawing} width="200" height="132" viewBox="0 0 200 132" aria-hidden>
      <path className={styles.ground} d="M4 116c32-18 62-24 98-22 36 1 66 9 94 22v12H4z" />
      <path className={styles.star} d="M40 22v8M36 26h8M164 14v6M161 17h6M182 62v6M179 65h6" />
      <path className={styles.thread} d="M50 74C62 40 84 40 100 52M150 74c-12-34-34-34-50-22" />
      <path
        className={styles.sheet}
        d="M80 38a5 5 0 0 1 5-5h21l15 15v43a5 5 0 0 1-5 5H85a5 5 0 0 1-5-5z"
      />
      <path className={styles.fold} d="M106 33l15 15h-11a4 4 0 0 1-4-4z" />
      <path className={styles.line} d="M90 62h21M90 71h21M90 80h13" />
      <circle className={styles.person} cx="44" cy="76" r="9" />
      <path className={styles.person} d="M27 108c0-12 7-19 17-19s17 7 17 19z" />
      <circle className={styles.person} cx="156" cy="76" r="9" />
      <path className={styles.person} d="M139 108c0-12 7-19 17-19s17 7 17 19z" />
    </svg>
  );
}
