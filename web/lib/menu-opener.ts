/** Buttons that have opened menus, by the anchors of the menus. */
const openers = new WeakMap<DOMRect, Element>();

/** Attributes of a button that opens a menu. The menu changes `aria-expanded` while it is open. */
export const MENU_BUTTON = { 'aria-haspopup': 'menu', 'aria-expanded': false } as const;

/**
 * Returns the change of the anchor of a menu when its button is pressed: a second press closes the menu, also while its code is
 * loading.
 */
export function togglingAnchor(
  button: Element,
): (open: DOMRect | undefined) => DOMRect | undefined {
  const anchor = toggledAnchor(button);
  return (open) => (open ? undefined : anchor);
}

/** Returns the anchor of a menu beside its button; undefined if the menu is open, so that a second press closes it. */
export function toggledAnchor(button: Element): DOMRect | undefined {
  if (button.getAttribute('aria-expanded') === 'true') return undefined;
  const anchor = button.getBoundingClientRect();
  openers.set(anchor, button);
  return anchor;
}

/** Returns the button that has opened the menu at an anchor; undefined for one at the pointer. */
export function openerAt(anchor: DOMRect): Element | undefined {
  return openers.get(anchor);
}
