import { useCallback, useEffect, useRef } from 'react';
import { KeysAhead } from '../ui/keys-ahead.tsx';

/** Shown while a dialog loads. Text that is typed meanwhile goes into the field of the dialog that has the focus. */
export function DialogLoading({ onClose }: { onClose(): void }) {
  const typed = useRef('');
  useEffect(
    () => () => {
      // Run after the effects of the dialog, which focus a field.
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

/** Inserts text as if it were typed now. */
function writeInDialog(text: string): void {
  const field = document.activeElement;
  if (text === '' || !(field instanceof HTMLInputElement) || !field.closest('dialog[open]')) return;
  const { selectionStart, selectionEnd } = field;
  // Fields without text, such as checkboxes, have no selection.
  if (selectionStart === null || selectionEnd === null) return;
  field.setRangeText(text, selectionStart, selectionEnd, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
