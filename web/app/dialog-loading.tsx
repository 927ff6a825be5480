import { useCallback, useEffect, useRef } from 'react';
import { KeysAhead } from '../ui/keys-ahead.tsx';

/** Until a dialog is there: what is written goes into the field that has the focus in it. */
export function DialogLoading({ onClose }: { onClose(): void }) {
  const typed = useRef('');
  useEffect(
    () => () => {
      // Its own effects, which give the focus to a field, are over by then.
      queueMicrotask(() => writeInDialog(typed.current));
    },
    [],
  );
  const write = useCallback((text: string) => {
    typed.current += text;
  }, []);
  const giveUp = useCallback(() => {
    typed.current = '';
    onClose();
  }, [onClose]);
  return <KeysAhead onType={write} onEscape={giveUp} />;
}

/** As if it were typed now. */
function writeInDialog(text: string): void {
  const field = document.activeElement;
  if (text === '' || !(field instanceof HTMLInputElement) || !field.closest('dialog[open]')) return;
  const { selectionStart, selectionEnd } = field;
  // One that is no text has no place to write at.
  if (selectionStart === null || selectionEnd === null) return;
  field.setRangeText(text, selectionStart, selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
