import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { PHONE } from '../lib/breakpoints.ts';
import { usePullDown } from '../lib/gestures/use-pull-down.ts';
import { ignoreHeldEnter, openerAt } from '../lib/menu-opener.ts';
import { useMediaQuery } from '../lib/use-media-query.ts';
import { useTyping } from '../lib/use-typing.ts';
import { Kbd } from './kbd.tsx';
import styles from './menu.module.css';
import { positionBeside } from './position-beside.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly shortcut?: string | undefined;
  readonly danger?: boolean;
  /** State of one choice among several, of which one is checked. */
  readonly checked?: boolean;
  /** State of a switch, which does not depend on other items. */
  readonly isOn?: boolean;
  /** Draws a line above the item. */
  readonly startsGroup?: boolean;
  /** Title above the item and those that follow. */
  readonly heading?: string;
  /** Leaves the menu open, because the item shows other items. */
  readonly keepsOpen?: boolean;
  /** Present value of what the item changes. */
  readonly value?: string;
  run(): void;
}

export interface MenuProps {
  /** Name of the menu, which phones show above the items. */
  label: string;
  items: readonly MenuItem[];
  /** Shown above the items instead of the label. Screen readers read the label. */
  header?: ReactNode;
  /** Rectangle of the button beside which the menu opens, or an empty one at the pointer for a context menu. */
  anchor: DOMRect;
  /** Makes the menu at least as wide as its anchor. */
  isAsWide?: boolean;
  onClose(): void;
}

type Typing = ReturnType<typeof useTyping>;

/**
 * Menu that is open while mounted. Restores the focus when it closes. It is in the browser's top layer, so that no
 * ancestor can cover or clip it.
 */
export function Menu({ label, items, header, anchor, isAsWide = false, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const cover = useRef<HTMLDivElement>(null);
  const isSheet = useMediaQuery(PHONE);
  const typing = useTyping();
  const pull = usePullDown(onClose);
  const isOpenerPressed = useRef(false);

  useLayoutEffect(() => {
    const opened = menu.current;
    if (!opened) return undefined;
    const focusedBefore = document.activeElement;
    cover.current?.showPopover?.();
    opened.showPopover?.();
    if (!cover.current) {
      if (isAsWide) opened.style.minInlineSize = `${anchor.width}px`;
      positionBeside(opened, anchor, { centred: false });
    }
    initialItemOf(opened)?.focus();
    const opener = openerAt(anchor);
    opener?.setAttribute('aria-expanded', 'true');
    return () => {
      opener?.setAttribute('aria-expanded', 'false');
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, [anchor, isAsWide]);

  useEffect(() => {
    const closeOutside = ({ target, button }: PointerEvent) => {
      // The cover and the button that has opened the menu close it when they are clicked.
      isOpenerPressed.current = button === 0 && holds(openerAt(anchor), target);
      const closesLater = target === cover.current || isOpenerPressed.current;
      if (!closesLater && !holds(menu.current, target)) onClose();
    };
    // A press that leaves the button is no click, but has taken the focus from the menu.
    const closeAfterDrag = ({ target }: PointerEvent) => {
      if (isOpenerPressed.current && !holds(openerAt(anchor), target)) onClose();
      isOpenerPressed.current = false;
    };
    const width = window.innerWidth;
    // On a phone, the height alone changes with the address bar and the keyboard.
    const closeOnResize = () => {
      if (window.innerWidth !== width) onClose();
    };
    document.addEventListener('pointerdown', closeOutside, true);
    document.addEventListener('pointerup', closeAfterDrag, true);
    window.addEventListener('blur', onClose);
    window.addEventListener('resize', closeOnResize);
    return () => {
      document.removeEventListener('pointerdown', closeOutside, true);
      document.removeEventListener('pointerup', closeAfterDrag, true);
      window.removeEventListener('blur', onClose);
      window.removeEventListener('resize', closeOnResize);
    };
  }, [anchor, onClose]);

  const sheet = (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.menu}
      popover="manual"
      data-own-gestures
      onKeyDown={(event) => handleKey(event, typing, onClose)}
      onContextMenu={(event) => event.preventDefault()}
    >
      <div className={styles.head} aria-hidden {...pull}>
        <div className={styles.handle} />
        <div className={header === undefined ? styles.title : styles.header}>{header ?? label}</div>
      </div>
      {items.map((item, index) => (
        <Item key={item.id} item={item} isFirst={index === 0} onClose={onClose} />
      ))}
    </div>
  );
  if (!isSheet) return sheet;
  return (
    <>
      {/* Keyboards close the menu with Escape. */}
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={cover}
        className={styles.cover}
        popover="manual"
        aria-hidden
        data-own-gestures
        // Keeps the focus in the menu, also for a press that becomes no click.
        onMouseDown={(event) => event.preventDefault()}
        onContextMenu={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onClose();
        }}
        onClick={(event) => {
          event.stopPropagation();
          onClose();
        }}
      />
      {sheet}
    </>
  );
}

function Item({ item, isFirst, onClose }: { item: MenuItem; isFirst: boolean; onClose(): void }) {
  const { icon: Icon } = item;
  const isChecked = item.checked ?? item.isOn;
  return (
    <>
      {item.startsGroup === true && <div role="separator" className={styles.separator} />}
      {item.heading !== undefined && (
        <div className={styles.heading} aria-hidden>
          {item.heading}
        </div>
      )}
      <button
        type="button"
        role={roleOf(item)}
        aria-checked={isChecked}
        // A box that scrolls must contain an element in the tab order.
        tabIndex={isFirst ? 0 : -1}
        className={styles.item}
        data-danger={item.danger === true ? '' : undefined}
        onPointerMove={({ currentTarget, movementX, movementY }) => {
          // Without movement, the menu has opened or scrolled below a pointer that rests.
          if (movementX !== 0 || movementY !== 0) currentTarget.focus();
        }}
        onClick={() => {
          // Closes first to restore the focus, so that a dialog opened by the item can return it there. Rendered at
          // once, because a dialog that is rendered together with it would remember this item.
          if (item.keepsOpen !== true) flushSync(onClose);
          item.run();
        }}
      >
        {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
        <span className={styles.label}>{item.label}</span>
        {item.value !== undefined && <span className={styles.value}>{item.value}</span>}
        {isChecked === true && <CheckMark />}
        {item.shortcut !== undefined && <Kbd keys={item.shortcut} />}
      </button>
    </>
  );
}

function roleOf({ checked, isOn }: MenuItem): string {
  if (checked !== undefined) return 'menuitemradio';
  return isOn === undefined ? 'menuitem' : 'menuitemcheckbox';
}

function CheckMark() {
  return (
    <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden>
      <path d="M5 12.5 10 17.5 19 7" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

function holds(element: Element | null | undefined, target: EventTarget | null): boolean {
  return target instanceof Node && element?.contains(target) === true;
}

/** Returns the item that gets the focus when the menu opens: the checked one of a choice, otherwise the first. */
function initialItemOf(menu: Element): HTMLElement | undefined {
  const items = itemsOf(menu);
  const isChoice = items.every((item) => item.role === 'menuitemradio');
  const checked = items.find((item) => item.ariaChecked === 'true');
  return isChoice && checked ? checked : items[0];
}

function itemsOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
}

function handleKey(event: KeyboardEvent<HTMLElement>, typing: Typing, onClose: () => void) {
  event.stopPropagation();
  ignoreHeldEnter(event);
  const { key, ctrlKey, metaKey, altKey } = event;
  const items = itemsOf(event.currentTarget);
  const at = items.findIndex((item) => item === document.activeElement);
  // A space presses the item, unless it continues a name.
  const isLetter = key.length === 1 && !ctrlKey && !metaKey && !altKey;
  const isTyped = isLetter && (key !== ' ' || typing.continuedBy(key) !== undefined);
  const target = isTyped ? itemNamed(typing.add(key), items, at) : targetOf(key, items, at);
  if (target) {
    event.preventDefault();
    target.focus();
  } else if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    onClose();
  }
}

function targetOf(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  const last = items.length - 1;
  if (key === 'ArrowDown') return items[at >= last ? 0 : at + 1];
  if (key === 'ArrowUp') return items[at <= 0 ? last : at - 1];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[last];
  return undefined;
}

/** Returns the next item whose label starts with the text. Longer texts may match the current item. */
function itemNamed(
  text: string,
  items: readonly HTMLElement[],
  at: number,
): HTMLElement | undefined {
  const first = text.length > 1 ? Math.max(0, at) : at + 1;
  const fromHere = [...items.slice(first), ...items.slice(0, first)];
  return fromHere.find((item) => item.textContent?.toLowerCase().startsWith(text.toLowerCase()));
}
