type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** A key press written as actions have their shortcuts. */
export function shortcutOf(
  { key, ctrlKey, metaKey, altKey, shiftKey }: Press,
  onMac: boolean,
): string {
  // A Mac's keyboard has no Delete of its own on most desks: there, this is how a file is thrown away.
  if (onMac && metaKey && key === 'Backspace') return 'Delete';
  const name = key.length === 1 ? key.toUpperCase() : key;
  return [
    ...(ctrlKey || metaKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
    name,
  ].join('+');
}

const TEXT_SHORTCUTS = /^[acvxz]$/i;

/** A dialog is open, a field is being filled in, or text is selected that is to be copied. */
export function belongsElsewhere({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable="true"]')
  )
    return true;
  const isTextSelected = window.getSelection()?.isCollapsed === false;
  return isTextSelected && TEXT_SHORTCUTS.test(key);
}
