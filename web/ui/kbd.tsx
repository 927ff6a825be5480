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

/** Shortcut as key caps of the user's keyboard. `keys` is written like `Ctrl+A`. */
export function Kbd({ keys }: { keys: string }) {
  const { t } = useTranslation();
  return (
    <span className={styles.keys}>
      {keysOnThisSystem(keys).map((key) => (
        <kbd key={key} className={styles.key}>
          {capOf(t, key)}
        </kbd>
      ))}
    </span>
  );
}

/** Returns the label of a key in the language of the page, or the symbol on a Mac. */
export function capOf(t: TFunction, key: string): string {
  // Letters, arrows and F2 have the same label in all languages.
  return (isMac() && CAPS_ON_MAC[key]) || t(`keys.${key as 'Ctrl'}`, { defaultValue: key });
}

/** Returns a shortcut as text: 'Strg+S', '⌘S'. */
export function shortcutText(t: TFunction, keys: string): string {
  return keysOnThisSystem(keys)
    .map((key) => capOf(t, key))
    .join(isMac() ? '' : '+');
}

/** Returns a shortcut for `aria-keyshortcuts`, whose key names are fixed. */
export function ariaShortcut(keys: string): string {
  const names: Readonly<Record<string, string>> = {
    Ctrl: isMac() ? 'Meta' : 'Control',
    Esc: 'Escape',
    '+': 'Plus',
  };
  return keysOnThisSystem(keys)
    .map((key) => names[key] ?? key)
    .join('+');
}

/** Shortcuts that are different on a Mac, as in the Finder. */
const KEYS_ON_MAC: Readonly<Record<string, string>> = {
  Delete: 'Ctrl+Backspace',
  'Shift+Delete': 'Alt+Ctrl+Backspace',
};

/** Splits a shortcut into its keys on this system. A trailing plus is a key. */
function keysOnThisSystem(keys: string): string[] {
  return ((isMac() && KEYS_ON_MAC[keys]) || keys).split(/(?<=.)\+(?=.)/);
}
