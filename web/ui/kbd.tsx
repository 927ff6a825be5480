import { isMac } from '../lib/platform.ts';
import styles from './kbd.module.css';

const CAPS: Readonly<Record<string, string>> = {
  Delete: 'Del',
  PageUp: 'Page ↑',
  PageDown: 'Page ↓',
};

const CAPS_ON_MAC: Readonly<Record<string, string>> = {
  Ctrl: '⌘',
  Alt: '⌥',
  Shift: '⇧',
  Enter: '↩',
  Backspace: '⌫',
  Esc: 'esc',
};

/** A shortcut as key caps, as this keyboard has them; `keys` is written like `Ctrl+A`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {keysHere(keys).map((key) => (
        <kbd key={key} className={styles.key}>
          {capOf(key)}
        </kbd>
      ))}
    </span>
  );
}

/** What is printed on a key; a Mac has other words for some. */
export function capOf(key: string): string {
  return (isMac() ? CAPS_ON_MAC[key] : undefined) ?? CAPS[key] ?? key;
}

/** Files are thrown away with the command key on a Mac. */
function keysHere(keys: string): string[] {
  return (isMac() && keys === 'Delete' ? 'Ctrl+Backspace' : keys).split('+');
}
