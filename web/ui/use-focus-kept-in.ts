import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Focus targets after the card is removed: the active entry of the listing, otherwise the main content. */
const CONTENT_TARGETS = ['main [data-index][tabindex="0"]', 'main'];

const ENABLED_BUTTON = 'button:enabled:not([aria-disabled])';

/**
 * Keeps the focus in a card whose buttons change. If the focused button disappears, focuses the next button of the
 * row, the list or the card. If the card disappears, focuses the main content.
 */
export function useFocusKeptIn(card: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: HTMLElement; position: number }>(undefined);

  useEffect(() => {
    const rememberFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      if (card.current?.contains(target))
        last.current = { element: target, position: positionOf(target) };
      // The focus returns when a dialog closes.
      else if (!target.closest('dialog')) last.current = undefined;
    };
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, [card]);

  useLayoutEffect(() => {
    const { element, position } = last.current ?? {};
    if (!element || isEnabled(element) || document.activeElement !== document.body) return;
    const buttons = [...(card.current?.querySelectorAll<HTMLElement>(ENABLED_BUTTON) ?? [])];
    const next = buttons.find((button) => positionOf(button) >= (position ?? 0)) ?? buttons.at(-1);
    (next ?? focusTargetInContent())?.focus({ preventScroll: true });
  });

  useEffect(
    () => () => {
      if (last.current === undefined || document.activeElement !== document.body) return;
      focusTargetInContent()?.focus({ preventScroll: true });
    },
    [],
  );
}

function focusTargetInContent(): HTMLElement | undefined {
  const found = CONTENT_TARGETS.map((one) => document.querySelector<HTMLElement>(one));
  return found.find((one) => one !== null) ?? undefined;
}

function isEnabled(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled');
}

/** Returns the position of the element's row in its list; 0 outside of lists. */
function positionOf(element: Element): number {
  return Number(element.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0);
}
