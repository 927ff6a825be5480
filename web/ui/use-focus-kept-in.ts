import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Targets of the focus after its card was removed: the active entry of the listing, otherwise the content. */
const IN_THE_CONTENT = ['main [data-index][tabindex="0"]', 'main'];

/**
 * Keeps the focus in a card whose buttons change. If the focused button disappears, moves to the next button of the
 * row, the list or the card; if the card disappears, to the content.
 */
export function useFocusKeptIn(card: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: HTMLElement; place: number }>(undefined);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (card.current?.contains(target))
        last.current = { element: target, place: placeOf(target) };
      // The focus returns after a dialog.
      else if (!target.closest('dialog')) last.current = undefined;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [card]);

  useLayoutEffect(() => {
    const { element, place } = last.current ?? {};
    if (!element || canBePressed(element) || document.activeElement !== document.body) return;
    const buttons = [...(card.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
    const next = buttons.find((button) => placeOf(button) >= (place ?? 0)) ?? buttons.at(-1);
    (next ?? placeInContent())?.focus({ preventScroll: true });
  });

  useEffect(
    () => () => {
      if (last.current === undefined || document.activeElement !== document.body) return;
      placeInContent()?.focus({ preventScroll: true });
    },
    [],
  );
}

function placeInContent(): HTMLElement | undefined {
  const found = IN_THE_CONTENT.map((one) => document.querySelector<HTMLElement>(one));
  return found.find((one) => one !== null) ?? undefined;
}

function canBePressed(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** Returns the position of the element's row in its list; 0 outside of lists. */
function placeOf(element: Element): number {
  return Number(element.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0);
}
