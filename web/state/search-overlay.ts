import { createStore } from 'zustand/vanilla';

export interface SearchOpening {
  /** Whether the search lies over the page. */
  readonly isOpen: boolean;
  /** What had the focus before. */
  readonly opener: Element | null;
  /** What was typed before its field was there. */
  readonly typed: string;
}

export const searchOverlay = createStore<SearchOpening>(() => ({
  isOpen: false,
  opener: null,
  typed: '',
}));

export function openSearch(): void {
  // Remembered now: what lies beneath loses the focus when it is covered.
  searchOverlay.setState({ isOpen: true, opener: document.activeElement, typed: '' });
}

export function closeSearch(): void {
  searchOverlay.setState({ isOpen: false });
}

/** Whoever types on at once loses no letter. */
export function typeAhead(text: string): void {
  searchOverlay.setState(({ typed }) => ({ typed: typed + text }));
}
