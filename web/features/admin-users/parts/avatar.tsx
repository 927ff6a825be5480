import styles from './avatar.module.css';

const HUES = 7;

/** The first letter of a name on a colour of its own, by which a person is found again in a long list. */
export function Avatar({ name }: { name: string }) {
  const [initial = ''] = name;
  return (
    <span
      className={styles.avatar}
      data-hue={hueOf(name)}
      // Drawn and not written: whoever reads or copies the list wants the name once.
      data-initial={initial.toLocaleUpperCase()}
      aria-hidden
    />
  );
}

/** The same for the same name, wherever it is shown. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
}
