import { createStore } from 'zustand/vanilla';
import type { TextEdit } from '../ui/keys-ahead.tsx';

export interface SearchOpening {
  /** True while the search overlay is open. */
  readonly isOpen: boolean;
  /** Element that had the focus before. */
  readonly opener: Element | null;
  /** Text typed before the search field was ready. */
  readonly typed: string;
}

export const searchOverlay = createStore<SearchOpening>(() => ({
  isOpen: false,
  opener: null,
  typed: '',
}));

export function openSearch(): void {
  // Records the focus now, because covered content loses it.
  searchOverlay.setState({ isOpen: true, opener: document.activeElement, typed: '' });
}

export function closeSearch(): void {
  searchOverlay.setState({ isOpen: false });
}

/** Applies a key that is pressed before the search field is ready to the text typed so far. */
export function typeAhead(edit: TextEdit): void {
  searchOverlay.setState(({ typed }) => ({ typed: edit(typed) }));
}
