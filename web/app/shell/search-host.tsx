import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { useTransfers } from '../../features/move-copy/use-transfers.ts';
import { SearchOverlay } from '../../features/search/search-overlay.tsx';
import { segmentsOfAddress } from '../../lib/path-codec.ts';
import { closeSearch, searchOverlay } from '../../state/search-overlay.ts';

/** Connects the search with previews, shares and the current folder. */
export function SearchHost() {
  const { pathname } = useLocation();
  const { opener, typed } = useStore(searchOverlay);
  const transfers = useTransfers();
  return (
    <SearchOverlay
      transfers={transfers}
      folder={folderShown(pathname)}
      opener={opener}
      typed={typed}
      onClose={closeSearch}
    />
  );
}

/** Returns the displayed folder or the parent of the displayed file; '' for home and outside files. */
function folderShown(pathname: string): string {
  if (!pathname.startsWith('/files/')) return '';
  const names = segmentsOfAddress(pathname);
  const folders = pathname.endsWith('/') ? names : names.slice(0, -1);
  return folders.map((name) => `/${name}`).join('');
}
