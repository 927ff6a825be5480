import { useEffect, useRef } from 'react';

/** The parts of a keyboard event that name the pressed keys. */
export interface KeyPress {
  readonly key: string;
  readonly code?: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Returns true on a keyboard with a Command key instead of Ctrl. */
export function isMac(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}

/**
 * Returns the name of the pressed key. On a layout without Latin letters, such as Greek or Hebrew, it is the letter
 * that the same key has on a US keyboard, so that shortcuts work on every layout.
 */
export function latinKey({ key, code = '' }: Pick<KeyPress, 'key' | 'code'>): string {
  if (/^\p{Nd}$/u.test(key)) return /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1] ?? key;
  const isOtherScript = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const letter = isOtherScript ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return letter?.toLowerCase() ?? key;
}

/** Returns a key press in the notation of the actions, such as `Ctrl+Shift+S`. Command on a Mac counts as Ctrl. */
export function shortcutOf(event: KeyPress, onMac = isMac()): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = latinKey(event);
  // Most Mac keyboards have no Delete key. The Finder deletes files with Command and Backspace, and for good with Option.
  if (onMac && metaKey && key === 'Backspace') return altKey ? 'Shift+Delete' : 'Delete';
  return [
    ...(ctrlKey || metaKey ? ['Ctrl'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey ? ['Shift'] : []),
    key.length === 1 ? key.toUpperCase() : key,
  ].join('+');
}

/** Returns true while an input method composes text. Its keys, such as Enter and Escape, belong to it. */
export function isComposing({ isComposing: composes, keyCode }: KeyboardEvent): boolean {
  // Safari ends the composition before it sends the key that ended it, with code 229.
  return composes || keyCode === 229;
}

const TEXT_FIELD =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"]';

/** Returns true for a target in which keys write text. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELD) !== null;
}

/** Returns true for the clipboard and undo keys while text is selected: they are meant for the text. */
export function isForSelectedText(event: KeyPress): boolean {
  return /^[acvxz]$/i.test(latinKey(event)) && window.getSelection()?.isCollapsed === false;
}

interface ScopeRules {
  /** Handles keys before the focused element. Otherwise only keys that the element has not handled. */
  readonly isFirst?: boolean;
  /** The focused element does not receive handled keys. */
  readonly isExclusive?: boolean;
  /** Only its newest handler receives keys, and no scope after it. */
  readonly isModal?: boolean;
  /** Active while the focus is in a text field. */
  readonly inTextFields?: boolean;
  /** Active while a menu has the focus. */
  readonly inMenus?: boolean;
  /** Active while a dialog is open. */
  readonly inDialogs?: boolean;
}

/** Scopes of key handlers, in order of precedence. Their handlers work wherever the focus is, within these rules. */
const SCOPES = {
  /** A dialog or menu that is still loading. Keys must not reach the page behind it. */
  loading: {
    isFirst: true,
    isExclusive: true,
    isModal: true,
    inTextFields: true,
    inMenus: true,
    inDialogs: true,
  },
  /** A drag with the pointer. */
  drag: { isFirst: true, isExclusive: true, inTextFields: true },
  terminal: { isFirst: true, isExclusive: true, inTextFields: true, inMenus: true },
  editor: { isFirst: true, isExclusive: true, inTextFields: true, inMenus: true },
  viewer: { isFirst: true },
  /** A viewer that is a dialog, as on the share page. */
  'dialog-viewer': { isFirst: true, inDialogs: true },
  page: {},
  /** Keys of a dialog that work on every control in it. */
  dialog: { inDialogs: true },
  /** Keys that work on every page, but not below a dialog. */
  app: { inTextFields: true },
  /** Keys that work everywhere, such as F1. */
  everywhere: { inTextFields: true, inDialogs: true },
} as const satisfies Record<string, ScopeRules>;

export type KeyScope = keyof typeof SCOPES;

/** Handles a key press; returns whether it did. A handled key has no other effect. */
export type KeyHandler = (event: KeyboardEvent, shortcut: string) => boolean;

const bindings = new Map<KeyScope, KeyHandler[]>();
let openDialogs = 0;

/** Suspends the keys of the page while a dialog is open, until the returned function is called. */
export function enterDialogScope(): () => void {
  openDialogs += 1;
  return () => {
    openDialogs -= 1;
  };
}

/** Returns true while a dialog is open, or more than `besides` dialogs. */
export function isDialogOpen(besides = 0): boolean {
  return openDialogs > besides;
}

/** Returns true while a menu, or more than `besides` dialogs are open. */
export function isDialogOrMenuOpen(besides = 0): boolean {
  return isDialogOpen(besides) || document.querySelector('[role="menu"]') !== null;
}

/** Calls `handle` with the key presses of a scope, until the returned function is called. */
export function bindKeys(scope: KeyScope, handle: KeyHandler): () => void {
  if (bindings.size === 0) {
    window.addEventListener('keydown', (event) => dispatch(event, true), true);
    window.addEventListener('keydown', (event) => dispatch(event, false));
  }
  const handlers = bindings.get(scope) ?? [];
  bindings.set(scope, handlers);
  handlers.push(handle);
  return () => void handlers.splice(handlers.indexOf(handle), 1);
}

/** Calls `handle` with the key presses of a scope while the component is mounted. */
export function useKeys(scope: KeyScope, handle: KeyHandler): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => bindKeys(scope, (event, keys) => latest.current(event, keys)), [scope]);
}

function dispatch(event: KeyboardEvent, isFirst: boolean): void {
  if (event.defaultPrevented || isComposing(event) || isPlatformKey(event)) return;
  for (const [scope, rules] of Object.entries(SCOPES) as [KeyScope, ScopeRules][]) {
    if ((rules.isFirst ?? false) !== isFirst || !isActive(rules, event.target)) continue;
    const handlers = bindings.get(scope) ?? [];
    for (const handle of rules.isModal ? handlers.slice(-1) : handlers) {
      const isHandled = handle(event, shortcutOf(event));
      if (!isHandled && !rules.isModal) continue;
      if (isHandled) event.preventDefault();
      if (rules.isExclusive) event.stopPropagation();
      return;
    }
  }
}

function isActive(rules: ScopeRules, target: EventTarget | null): boolean {
  if (isDialogOpen() && !rules.inDialogs) return false;
  if (isTextField(target) && !rules.inTextFields) return false;
  const isInMenu = target instanceof Element && target.closest('[role="menu"]') !== null;
  return !isInMenu || (rules.inMenus ?? false);
}

/** In the text fields of a Mac, Ctrl with a letter edits the text: Ctrl+K deletes to the end of the line. */
export function isPlatformKey({ ctrlKey, metaKey, key, target }: KeyboardEvent): boolean {
  return isMac() && ctrlKey && !metaKey && key.length === 1 && isTextField(target);
}
