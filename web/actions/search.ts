import { Search } from 'lucide-react';
import { openSearch } from '../state/search-overlay.ts';
import type { UserAction } from './action.ts';

/** Opens the search. */
export const search: UserAction = {
  id: 'search',
  label: 'actions.search',
  icon: Search,
  shortcut: 'Ctrl+F',
  needs: undefined,
  isOffered: () => true,
  run: openSearch,
};
