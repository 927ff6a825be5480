import { type RefObject, useLayoutEffect, useRef } from 'react';

export type RowPart = 'text' | 'up' | 'down' | 'remove';

/** Focus after a change of the list: a part of the row with this key, or the add button. */
export type RowFocus = { readonly key: number | string; readonly part: RowPart } | 'add';

/**
 * Returns a function that chooses what gets the focus after the next rendering of an edited list. `editor` contains the rows and the add
 * button. Nothing happens if the element does not exist.
 */
export function useFocusNext(editor: RefObject<HTMLElement | null>): (wanted: RowFocus) => void {
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

/** Returns selectors of the wanted element and of alternatives, because the last row has no enabled button to move down. */
function selectorsOf(wanted: RowFocus): string[] {
  if (wanted === 'add') return ['[data-part="add"]'];
  const row = `[data-row="${wanted.key}"]`;
  const others = wanted.part === 'up' || wanted.part === 'down' ? ['up', 'down'] : [];
  return [wanted.part, ...others].map((part) => `${row} [data-part="${part}"]:not(:disabled)`);
}
