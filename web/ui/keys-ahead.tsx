import { latinKey, useKeys } from '../lib/keyboard.ts';

/** Returns the text after a further key. */
export type TextEdit = (typed: string) => string;

/**
 * Receives the keys for a dialog or menu that is still loading: text and Backspace are passed on, and Escape cancels. No
 * key reaches the page below; those of the browser, such as Ctrl+R, keep their effect.
 */
export function KeysAhead({
  onType,
  onEscape,
}: {
  onType?(edit: TextEdit): void;
  onEscape(): void;
}) {
  useKeys('loading', (event) => {
    const { key } = event;
    if (key === 'Escape') onEscape();
    else if (key === 'Backspace') onType?.((typed) => typed.slice(0, -1));
    else if (isText(event)) onType?.((typed) => typed + key);
    // Text is handled here alone: the dialog may have the focus before the browser inserts the letter, which would then
    // appear twice. A second Enter would press the button that has opened the dialog again.
    else return !isForBrowser(event);
    return true;
  });
  return null;
}

function isText({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  // Windows may report AltGr, with which letters such as @ are typed, as Ctrl and Alt.
  return key.length === 1 && !metaKey && (!ctrlKey || altKey);
}

/** Returns true for keys that neither scroll nor edit: reload, zoom, go back, or a dead key before a letter. */
function isForBrowser(event: KeyboardEvent): boolean {
  const { key, altKey } = event;
  if (altKey || key === 'Dead' || /^F([3-9]|1[12])$/.test(key)) return true;
  return /^[^avxyz]$/i.test(latinKey(event));
}
