import { useKeys } from '../lib/keyboard.ts';

/**
 * Receives the keys for a dialog or menu that is still loading: text is passed on, Escape cancels, and all other keys
 * do nothing, so that they do not reach the page below.
 */
export function KeysAhead({ onType, onEscape }: { onType?(text: string): void; onEscape(): void }) {
  useKeys('loading', (event) => {
    const { key, ctrlKey, metaKey } = event;
    // The dialog may have the focus before the browser inserts the letter, which would insert it twice.
    const isText = key.length === 1 && !ctrlKey && !metaKey;
    if (key === 'Escape') onEscape();
    else if (isText) onType?.(key);
    else event.stopPropagation();
    // A second Enter would press the button again that has opened the dialog.
    return key === 'Escape' || isText || key === 'Enter' || key === 'Tab';
  });
  return null;
}
