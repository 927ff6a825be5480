import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Moves the focus to the same control of the next row when the focused row is removed. Rows have `data-index`. */
export function useFocusKeptInRows(
  table: RefObject<HTMLElement | null>,
  items: readonly unknown[],
): void {
  const last = useRef<{ index: number; control: number } | undefined>(undefined);
  const count = useRef(items.length);

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      const control = row ? controlsOf(row).findIndex((one) => one === target) : -1;
      last.current = row ? { index: Number(row.dataset['index']), control } : undefined;
    };
    const element = table.current;
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [table]);

  useLayoutEffect(() => {
    const hasShrunk = items.length < count.current;
    count.current = items.length;
    if (!hasShrunk || !last.current || document.activeElement !== document.body) return;
    const { index, control } = last.current;
    const row = table.current?.querySelector(`[data-index="${Math.min(index, items.length - 1)}"]`);
    const controls = row ? controlsOf(row) : [];
    controls.at(Math.min(control, controls.length - 1))?.focus();
  }, [items, table]);
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button')];
}
