import { type PointerEvent, type RefObject, useRef } from 'react';
import { PHONE } from '../breakpoints.ts';

/** Distance after which a pulled sheet closes, in pixels. */
const FAR = 64;

/** Returns handlers for the head of a sheet, with which it is pulled down and closed. Only phones have sheets. */
export function usePullDown(sheet: RefObject<HTMLElement | null>, onClose: () => void) {
  const start = useRef<{ id: number; y: number }>(undefined);
  const moveTo = (distance: number) => {
    if (sheet.current) sheet.current.style.translate = distance > 0 ? `0 ${distance}px` : '';
  };
  const letGo = () => {
    start.current = undefined;
    moveTo(0);
  };
  return {
    onPointerDown({ isPrimary, pointerId: id, clientY: y, currentTarget }: PointerEvent) {
      if (!isPrimary || !window.matchMedia(PHONE).matches) return;
      start.current = { id, y };
      currentTarget.setPointerCapture?.(id);
    },
    onPointerMove({ pointerId, clientY }: PointerEvent) {
      if (start.current?.id === pointerId) moveTo(clientY - start.current.y);
    },
    onPointerUp({ pointerId, clientY }: PointerEvent) {
      if (start.current?.id !== pointerId) return;
      const distance = clientY - start.current.y;
      letGo();
      if (distance > FAR) onClose();
    },
    onPointerCancel: letGo,
  };
}
