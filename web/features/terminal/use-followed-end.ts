import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';

/** Distance from the end within which the user has not scrolled away. */
const NEAR_PIXELS = 12;

/** Keeps the end of growing content in view, unless the user has scrolled away from it. */
export function useFollowedEnd(scroller: RefObject<HTMLElement | null>, content: unknown) {
  const isFollowing = useRef(true);
  const [isUnseen, setIsUnseen] = useState(false);
  const goToEnd = () => {
    isFollowing.current = true;
    setIsUnseen(false);
    scroller.current?.scrollTo(0, scroller.current.scrollHeight);
  };

  useLayoutEffect(() => {
    if (isFollowing.current) scroller.current?.scrollTo(0, scroller.current.scrollHeight);
    else setIsUnseen(true);
  }, [scroller, content]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTo(0, element.scrollHeight);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [scroller]);

  return {
    isUnseen,
    goToEnd,
    onScroll: () => {
      const element = scroller.current;
      if (!element) return;
      const left = element.scrollHeight - element.scrollTop - element.clientHeight;
      isFollowing.current = left <= NEAR_PIXELS;
      if (isFollowing.current) setIsUnseen(false);
    },
    // Stops following before the first scroll event, because new output would scroll back.
    onWheel: ({ deltaY }: WheelEvent) => {
      const element = scroller.current;
      if (deltaY < 0 && element && element.scrollTop > 0) isFollowing.current = false;
    },
  };
}
