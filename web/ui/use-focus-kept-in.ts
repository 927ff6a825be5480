import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Where the keyboard goes on when a card with its focus has gone: where it stood in the listing, else in the content. */
const IN_THE_CONTENT = ['main [data-index][tabindex="0"]', 'main'];

/**
 * For a card whose buttons come and go with what it shows. When the one with the focus goes, the keyboard goes on at the
 * next button of the same line, else of the list, else of the card; when all of it goes, in the content.
 */
export function useFocusKeptIn(card: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: HTMLElement; place: number }>(undefined);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (card.current?.contains(target))
        last.current = { element: target, place: placeOf(target) };
      // Whoever is asked in a dialog comes back.
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

/** Of the line among the lines of its list; what stands in none comes before all of them. */
function placeOf(element: Element): number {
  return Number(element.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0);
}
