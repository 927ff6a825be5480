import { type MouseEvent, type PointerEvent, useRef } from 'react';

/** Maximum time between the clicks of a double click. */
const DOUBLE_CLICK_MS = 300;
const LONG_PRESS_MS = 500;
/** Movement beyond this distance is scrolling. */
const LONG_PRESS_PIXELS = 10;

/** Tracks double clicks and long presses in a list. `indexOf` returns the row of an element, or -1. */
export function usePointer(
  indexOf: (target: EventTarget | null) => number,
  onLongPress: (index: number) => void,
) {
  const last = useRef({ index: -1, at: 0 });
  const press = useRef({ isTouch: false, x: 0, y: 0, timer: 0, wasLong: false });

  const stop = () => window.clearTimeout(press.current.timer);
  return {
    isTouch: () => press.current.isTouch,
    /** Returns true for the click that follows a long press. */
    endsLongPress: () => press.current.wasLong,
    isSecondClick(index: number, { timeStamp }: MouseEvent): boolean {
      const isSecond =
        last.current.index === index && timeStamp - last.current.at < DOUBLE_CLICK_MS;
      last.current = isSecond ? { index: -1, at: 0 } : { index, at: timeStamp };
      return isSecond;
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        stop();
        const isTouch = event.pointerType === 'touch';
        const { clientX: x, clientY: y } = event;
        const index = indexOf(event.target);
        const timer = isTouch && index >= 0 ? window.setTimeout(fire, LONG_PRESS_MS, index) : 0;
        press.current = { isTouch, x, y, timer, wasLong: false };
      },
      onPointerMove({ clientX, clientY }: PointerEvent<HTMLElement>) {
        const { x, y } = press.current;
        if (Math.hypot(clientX - x, clientY - y) > LONG_PRESS_PIXELS) stop();
      },
      onPointerUp: stop,
      onPointerCancel: stop,
    },
  };

  function fire(index: number) {
    press.current.wasLong = true;
    onLongPress(index);
  }
}
