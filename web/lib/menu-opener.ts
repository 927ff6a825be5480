/** Buttons that have opened menus, by the anchors of the menus. */
const openers = new WeakMap<DOMRect, Element>();

/** Attributes of a button that opens a menu. The menu changes `aria-expanded` while it is open. */
export const MENU_BUTTON = {
  'aria-haspopup': 'menu',
  'aria-expanded': false,
  onKeyDown: ignoreHeldEnter,
} as const;

/**
 * Ignores Enter while it is held down. It would press the button that opens a menu, an item of this menu, and the button again, as
 * often as the key repeats.
 */
export function ignoreHeldEnter(event: {
  readonly key: string;
  readonly repeat: boolean;
  preventDefault(): void;
}): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** Returns the anchor of a menu, or undefined to close it, from the anchor of the open menu. */
export type MenuChange = (open: DOMRect | undefined) => DOMRect | undefined;

/**
 * Returns what a press of a menu button changes: it opens the menu beside the button, or closes the menu that the same button has opened,
 * also while its code is loading.
 */
export function toggleMenuAt(button: Element): MenuChange {
  const anchor = button.getBoundingClientRect();
  openers.set(anchor, button);
  return (open) => (open && openers.get(open) === button ? undefined : anchor);
}

/** Returns the button that has opened the menu at an anchor; undefined for one at the pointer. */
export function openerAt(anchor: DOMRect): Element | undefined {
  return openers.get(anchor);
}
