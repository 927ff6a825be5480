import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { VisuallyHidden } from './visually-hidden.tsx';

const announced = createStore(() => ({ text: '', turn: 0 }));

/** Tells screen readers what happened, politely. The same text twice is read twice. */
export function announce(text: string): void {
  announced.setState(({ turn }) => ({ text, turn: turn + 1 }));
}

/** Where announcements are read from; stands in the page once. */
export function LiveRegion() {
  const { text, turn } = useStore(announced);
  return (
    <VisuallyHidden>
      <span role="status" aria-live="polite">
        {turn % 2 === 0 ? text : ''}
      </span>
      <span role="status" aria-live="polite">
        {turn % 2 === 1 ? text : ''}
      </span>
    </VisuallyHidden>
  );
}
