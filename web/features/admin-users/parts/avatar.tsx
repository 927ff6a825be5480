import styles from './avatar.module.css';

const HUES = 7;

/** First letter of a name on a colour derived from the name. */
export function Avatar({ name }: { name: string }) {
  const [initial = ''] = name;
  return (
    <span
      className={styles.avatar}
      data-hue={hueOf(name)}
      // Rendered by CSS, so that screen readers and copied text contain the name only once.
      data-initial={initial.toLocaleUpperCase()}
      aria-hidden
    />
  );
}

/** Returns the same hue for the same name everywhere. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
}
