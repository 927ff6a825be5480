import styles from './lonely-drawing.module.css';

/** An open, empty folder on a hill under the moon. */
export function LonelyDrawing() {
  return (
    <svg className={styles.drawing} width="200" height="132" viewBox="0 0 200 132" aria-hidden>
      <circle className={styles.moon} cx="150" cy="30" r="15" />
      <circle className={styles.shade} cx="143" cy="26" r="13" />
      <path
        className={styles.star}
        d="M44 26v8M40 30h8M92 10v6M89 13h6M118 44v6M115 47h6M22 58v6M19 61h6"
      />
      <path className={styles.hill} d="M4 116c32-18 62-24 98-22 36 1 66 9 94 22v12H4z" />
      <path
        className={styles.back}
        d="M64 52a5 5 0 0 1 5-5h16a5 5 0 0 1 3.8 1.7L93 54h36a5 5 0 0 1 5 5v39H64z"
      />
      <path
        className={styles.front}
        d="M57.6 71.4A5 5 0 0 1 62.5 65h77a5 5 0 0 1 4.9 6.2l-6.6 26A5 5 0 0 1 133 101H69a5 5 0 0 1-4.8-3.6z"
      />
      <path className={styles.line} d="M90 81v3M110 81v3M93 91.5c4-3 10-3 14 0" />
    </svg>
  );
}
