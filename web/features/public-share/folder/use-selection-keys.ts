import { useEffect } from 'react';
import type { SelectionOrder, SelectionStore } from '../../../state/selection.ts';

/** Ctrl+A takes everything, Escape nothing, wherever the focus is; fields and dialogs keep their keys. */
export function useSelectionKeys(selection: SelectionStore, order: SelectionOrder): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      if (event.key === 'Escape') return selection.clear();
      const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a';
      if (!isAll || event.shiftKey || event.altKey) return;
      event.preventDefault();
      selection.selectAll(order);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [selection, order]);
}
