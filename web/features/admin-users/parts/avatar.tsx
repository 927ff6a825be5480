import { initialOf } from '../../../lib/initial-of.ts';
import styles from './avatar.module.css';

/** Number of hues in the style sheet. */
const HUES = 7;

/** First letter of a name on a colour derived from the name, or on that of the account button for the current user. */
export function Avatar({ name, isOwn }: { name: string; isOwn: boolean }) {
  return (
    <span
      className={styles.avatar}
      data-hue={isOwn ? undefined : hueOf(name)}
      data-own={isOwn || undefined}
      // Rendered by CSS, so that screen readers and copied text contain the name only once.
      data-initial={initialOf(name)}
      aria-hidden
    />
  );
}

/** Returns the same hue for the same name everywhere. */
function hueOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;
}
