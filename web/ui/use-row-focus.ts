import { type RefObject, useLayoutEffect, useRef } from 'react';

export type RowPart = 'text' | 'up' | 'down' | 'remove';

/** Where the keyboard goes on once the list has changed: a part of the row with this key, or the button that adds one. */
export type RowFocus = { readonly key: number | string; readonly part: RowPart } | 'add';

/** Returns how to say where the focus is to be after the change that is about to be made. */
export function useRowFocus(editor: RefObject<HTMLElement | null>): (wanted: RowFocus) => void {
  const pending = useRef<RowFocus>(undefined);

  useLayoutEffect(() => {
    const wanted = pending.current;
    pending.current = undefined;
    if (wanted === undefined) return;
    const found = selectorsOf(wanted).map((selector) =>
      editor.current?.querySelector<HTMLElement>(selector),
    );
    found.find((element) => element)?.focus();
  });

  return (wanted) => {
    pending.current = wanted;
  };
}

/** The one that is wanted, and what comes closest: a row at the end of the list cannot move further. */
function selectorsOf(wanted: RowFocus): string[] {
  if (wanted === 'add') return ['[data-part="add"]'];
  const row = `[data-row="${wanted.key}"]`;
  const others = wanted.part === 'up' || wanted.part === 'down' ? ['up', 'down'] : [];
  return [wanted.part, ...others].map((part) => `${row} [data-part="${part}"]:not(:disabled)`);
}
