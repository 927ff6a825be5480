import { Search } from 'lucide-react';
import { openSearch } from '../state/search-overlay.ts';
import type { Appearance } from './action.ts';

/** Opens the search. Not a UserAction, because it needs no context. */
export const search = {
  label: 'actions.search',
  icon: Search,
  shortcut: 'Ctrl+F',
  run: openSearch,
} as const satisfies Appearance & { shortcut: string; run(): void };
