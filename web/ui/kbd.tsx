import type { TFunction } from 'i18next';
import { useTranslation } from '../i18n/use-translation.ts';
import { isMac } from '../lib/keyboard.ts';
import styles from './kbd.module.css';

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
  const { t } = useTranslation();
  return (
    <span className={styles.keys}>
      {keysHere(keys).map((key) => (
        <kbd key={key} className={styles.key}>
          {capOf(t, key)}
        </kbd>
      ))}
    </span>
  );
}

/** What is printed on a key: keyboards of a language have words of their own for some, and a Mac has signs. */
export function capOf(t: TFunction, key: string): string {
  // Of letters, arrows and F2 no language has a name.
  return (isMac() && CAPS_ON_MAC[key]) || t(`keys.${key as 'Ctrl'}`, { defaultValue: key });
}

/** A shortcut in a line of text: 'Strg+S', '⌘S'. */
export function shortcutText(t: TFunction, keys: string): string {
  return keysHere(keys)
    .map((key) => capOf(t, key))
    .join(isMac() ? '' : '+');
}

/** The same for `aria-keyshortcuts`, which has names of its own for keys, in every language. */
export function ariaShortcut(keys: string): string {
  const names: Readonly<Record<string, string>> = {
    Ctrl: isMac() ? 'Meta' : 'Control',
    Esc: 'Escape',
    '+': 'Plus',
  };
  return keysHere(keys)
    .map((key) => names[key] ?? key)
    .join('+');
}

/** Files are thrown away with the command key on a Mac. A plus that joins nothing is the key itself. */
function keysHere(keys: string): string[] {
  return (isMac() && keys === 'Delete' ? 'Ctrl+Backspace' : keys).split(/(?<=.)\+(?=.)/);
}
