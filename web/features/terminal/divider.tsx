import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useVisibleHeight } from '../../lib/window/use-visible-height.ts';
import {
  DEFAULT_HEIGHT,
  fittingHeight,
  MIN_HEIGHT,
  maxHeight,
  setTerminalHeight,
  terminalHeight,
} from '../../state/terminal/height.ts';
import styles from './terminal.module.css';

const DRAG_THROTTLE_MS = 32;
/** Distance that an arrow key, and Page Up or Page Down, moves the divider by, in em. */
const STEP = 1;
const PAGE = 5;

/** Divider between listing and panel. It can be dragged, moved by keys, and reset by a double click. */
export function Divider() {
  const { t } = useTranslation();
  const windowHeight = useVisibleHeight();
  const chosen = useStore(terminalHeight, ({ em }) => em);
  const windowEm = windowHeight / emPixels();
  const height = fittingHeight(chosen, windowEm);
  const most = maxHeight(windowEm);
  const drag = useDrag(height, windowEm);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = heightAfter(event.key, height, most);
    if (next === undefined) return;
    event.preventDefault();
    setTerminalHeight(next, windowEm);
  };
  return (
    <div
      className={styles.divider}
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label={t('terminal.height')}
      aria-valuenow={Math.round(height)}
      aria-valuemin={Math.floor(MIN_HEIGHT)}
      aria-valuemax={Math.round(most)}
      onKeyDown={onKeyDown}
      onDoubleClick={() => setTerminalHeight(DEFAULT_HEIGHT, windowEm)}
      {...drag}
    />
  );
}

/** Resizes while the pointer is captured. */
function useDrag(height: number, windowEm: number) {
  const grip = useRef<{ y: number; height: number; movedAt: number } | undefined>(undefined);
  const follow = ({ clientY }: PointerEvent<HTMLElement>) => {
    if (!grip.current) return;
    const moved = (grip.current.y - clientY) / emPixels();
    // A click without movement keeps the height.
    if (moved !== 0) setTerminalHeight(grip.current.height + moved, windowEm);
  };
  return {
    onPointerDown: ({ button, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
      if (button !== 0) return;
      currentTarget.setPointerCapture(pointerId);
      grip.current = { y: clientY, height, movedAt: 0 };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!grip.current || event.timeStamp - grip.current.movedAt < DRAG_THROTTLE_MS) return;
      grip.current.movedAt = event.timeStamp;
      follow(event);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      follow(event);
      grip.current = undefined;
    },
    onPointerCancel: () => {
      grip.current = undefined;
    },
  };
}

function heightAfter(key: string, height: number, most: number): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return height + STEP;
    case 'ArrowDown':
      return height - STEP;
    case 'PageUp':
      return height + PAGE;
    case 'PageDown':
      return height - PAGE;
    case 'Home':
      return MIN_HEIGHT;
    case 'End':
      return most;
    default:
      return undefined;
  }
}

/** Height of one em in pixels, until the style sheets are loaded. */
const DEFAULT_EM_PIXELS = 14;

function emPixels(): number {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size > 0 ? size : DEFAULT_EM_PIXELS;
}
