import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Kbd } from './kbd.tsx';
import { positionBeside } from './position-beside.ts';
import styles from './tooltip.module.css';

/** Time of hovering after which a tooltip appears, in milliseconds. */
const DELAY_MS = 500;

/**
 * Tooltip of a control that already has an accessible name. It appears after hovering or on keyboard focus, closes
 * with Escape, ignores the pointer and is hidden from screen readers.
 */
export function useTooltip(anchor: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState(false);
  const timer = useRef<number | undefined>(undefined);
  const hide = () => {
    window.clearTimeout(timer.current);
    setShown(false);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);

  return {
    shown,
    handlers: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) => {
        if (pointerType === 'touch') return;
        timer.current = window.setTimeout(() => setShown(true), DELAY_MS);
      },
      onPointerLeave: hide,
      onPointerDown: hide,
      onFocus: () => {
        if (anchor.current?.matches(':focus-visible') && hovers()) setShown(true);
      },
      onBlur: hide,
      onKeyDown: ({ key }: { key: string }) => {
        if (key === 'Escape') hide();
      },
    },
  };
}

/** Returns false on touch devices, where a button that gets the focus back from a dialog must not show a tooltip. */
const hovers = () => !window.matchMedia('(hover: none)').matches;

export function Tooltip({
  anchor,
  text,
  shortcut,
}: {
  anchor: RefObject<HTMLElement | null>;
  text: string;
  shortcut?: string | undefined;
}) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!bubble.current || !anchor.current) return;
    bubble.current.showPopover?.();
    positionBeside(bubble.current, anchor.current.getBoundingClientRect(), { centred: true });
  }, [anchor, text]);

  return createPortal(
    <div ref={bubble} className={styles.tooltip} popover="manual" aria-hidden>
      {text}
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </div>,
    anchor.current?.closest('dialog') ?? document.body,
  );
}
