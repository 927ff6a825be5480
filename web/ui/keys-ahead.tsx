import { isMac, latinKey, useKeys } from '../lib/keyboard.ts';

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

function isText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, altKey, metaKey } = event;
  // Characters such as @ are typed with AltGr, which Windows may report as Ctrl and Alt, or with Option on a Mac. Alt alone is
  // for the menus of other browsers.
  const isAltGr = event.getModifierState('AltGraph') || (ctrlKey && altKey);
  return key.length === 1 && !metaKey && (isAltGr || (!ctrlKey && (!altKey || isMac())));
}

/** Returns true for keys that neither scroll nor edit: reload, zoom, go back, or a dead key before a letter. */
function isForBrowser(event: KeyboardEvent): boolean {
  const { key, altKey } = event;
  if (altKey || key === 'Dead' || /^(F([3-9]|1[12])$|Browser)/.test(key)) return true;
  return /^[^avxyz]$/i.test(latinKey(event));
}
