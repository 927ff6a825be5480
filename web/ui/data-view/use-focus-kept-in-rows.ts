import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in a table whose rows have `data-index`. When the focused row is removed, focuses the same control of the
 * next row; when only the focused control disappears, the control that takes its place in the row.
 */
export function useFocusKeptInRows(
  table: RefObject<HTMLElement | null>,
  items: readonly unknown[],
): void {
  const last = useRef<{ element: Element; index: number; control: number }>(undefined);
  const count = useRef(items.length);

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      const control = row ? controlsOf(row).findIndex((one) => one === target) : -1;
      last.current =
        row && target instanceof Element
          ? { element: target, index: Number(row.dataset['index']), control }
          : undefined;
    };
    const element = table.current;
    element?.addEventListener('focusin', onFocus);
    return () => element?.removeEventListener('focusin', onFocus);
  }, [table]);

  useLayoutEffect(() => {
    const hasShrunk = items.length < count.current;
    count.current = items.length;
    if (!last.current || document.activeElement !== document.body) return;
    const { element, index, control } = last.current;
    if (!hasShrunk && element.isConnected) return;
    const row = table.current?.querySelector(`[data-index="${Math.min(index, items.length - 1)}"]`);
    const controls = row ? controlsOf(row) : [];
    controls.at(Math.min(control, controls.length - 1))?.focus({ preventScroll: true });
  }, [items, table]);
}

function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>('a, button')];
}
