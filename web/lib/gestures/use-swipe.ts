import { type PointerEvent, useRef } from 'react';
import { isRightToLeft } from '../direction.ts';
import { swipeOf } from './swipe.ts';

/** Returns handlers for swiping to the previous or next item. */
export function useSwipe({ toPrevious, toNext }: { toPrevious(): void; toNext(): void }) {
  const start = useRef<{ id: number; x: number; y: number }>(undefined);
  const forget = () => {
    start.current = undefined;
  };
  return {
    onPointerDown({
      pointerType,
      isPrimary,
      pointerId: id,
      clientX: x,
      clientY: y,
      target,
    }: PointerEvent) {
      const isOwn = target instanceof Element && target.closest('[data-own-gestures]') !== null;
      // A second finger is another gesture.
      start.current = pointerType === 'touch' && isPrimary && !isOwn ? { id, x, y } : undefined;
    },
    onPointerUp({ pointerId, clientX, clientY }: PointerEvent) {
      const from = start.current;
      forget();
      if (from?.id !== pointerId) return;
      const swipe = swipeOf(clientX - from.x, clientY - from.y, isRightToLeft());
      if (swipe === 'next') toNext();
      if (swipe === 'previous') toPrevious();
    },
    onPointerCancel: forget,
  };
}
