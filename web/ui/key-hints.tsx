import styles from './key-hints.module.css';
import { Kbd } from './kbd.tsx';

export interface KeyHint {
  readonly keys: readonly string[];
  readonly label: string;
  /** True for keys that act on the row that has the focus. */
  readonly isForRow?: boolean;
}

/** Keys and what they do, in the footer of a dialog. Hidden on touch screens and from screen readers, to which the roles say it. */
export function KeyHints({ hints }: { hints: readonly KeyHint[] }) {
  return (
    <span className={styles.hints} aria-hidden>
      {hints.map(({ keys, label, isForRow }) => (
        <span key={label} className={styles.hint} data-for-row={isForRow || undefined}>
          {keys.map((key) => (
            <Kbd key={key} keys={key} />
          ))}
          {label}
        </span>
      ))}
    </span>
  );
}
