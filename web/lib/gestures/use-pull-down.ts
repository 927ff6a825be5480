import { type PointerEvent, useRef } from 'react';
import { PHONE } from '../breakpoints.ts';

/** Distance beyond which a sheet that is dragged down closes. Pixels. */
const CLOSE_DISTANCE = 64;

/**
 * Returns pointer handlers for the handle of a sheet, which must be a direct child of the sheet. Dragging it down moves the
 * sheet; releasing it more than `CLOSE_DISTANCE` below the start calls `onClose`. They do nothing on windows wider than a
 * phone.
 */
export function usePullDown(onClose: () => void) {
  const start = useRef<{ id: number; y: number }>(undefined);
  const reset = ({ currentTarget }: PointerEvent) => {
    start.current = undefined;
    move(currentTarget.parentElement, 0);
  };
  return {
    onPointerDown({ isPrimary, pointerId: id, clientY: y, currentTarget }: PointerEvent) {
      if (!isPrimary || !window.matchMedia(PHONE).matches) return;
      start.current = { id, y };
      currentTarget.setPointerCapture?.(id);
    },
    onPointerMove({ pointerId, clientY, currentTarget }: PointerEvent) {
      if (start.current?.id !== pointerId) return;
      move(currentTarget.parentElement, clientY - start.current.y);
    },
    onPointerUp(event: PointerEvent) {
      if (start.current?.id !== event.pointerId) return;
      const distance = event.clientY - start.current.y;
      reset(event);
      if (distance > CLOSE_DISTANCE) onClose();
    },
    onPointerCancel: reset,
  };
}

function move(sheet: HTMLElement | null, distance: number): void {
  if (sheet) sheet.style.translate = distance > 0 ? `0 ${distance}px` : '';
}
