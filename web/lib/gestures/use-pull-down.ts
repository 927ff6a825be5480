import { type PointerEvent, useRef } from 'react';
import { PHONE } from '../breakpoints.ts';

/** Distance after which a pulled sheet closes, in pixels. */
const FAR = 64;

/** Returns handlers for the first element of a sheet, by which it is pulled down and closed. Only phones have sheets. */
export function usePullDown(onClose: () => void) {
  const start = useRef<{ id: number; y: number }>(undefined);
  const letGo = ({ currentTarget }: PointerEvent) => {
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
      letGo(event);
      if (distance > FAR) onClose();
    },
    onPointerCancel: letGo,
  };
}

function move(sheet: HTMLElement | null, distance: number): void {
  if (sheet) sheet.style.translate = distance > 0 ? `0 ${distance}px` : '';
}
