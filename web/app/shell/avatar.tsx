import { initialOf } from '../../lib/initial-of.ts';
import styles from './account.module.css';

/** Circle with the first letter of a name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span className={styles.avatar} aria-hidden>
      {initialOf(name)}
    </span>
  );
}
