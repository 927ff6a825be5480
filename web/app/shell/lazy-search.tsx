import { lazy, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import { loadMessages } from '../../i18n/messages.ts';
import { closeSearch, searchOverlay, typeAhead } from '../../state/search-overlay.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { KeysAhead } from '../../ui/keys-ahead.tsx';
import { reportMissingPart } from '../report-missing-part.ts';

/** Loads the code of the search and its translations. */
export async function loadSearch() {
  const [{ SearchHost }] = await Promise.all([import('./search-host.tsx'), loadMessages('files')]);
  return { default: SearchHost };
}

/** Loads the search on demand. Navigating closes it. */
export function LazySearch() {
  const { key } = useLocation();
  const isOpen = useStore(searchOverlay, (state) => state.isOpen);
  const [Search, setSearch] = useState(() => lazy(loadSearch));
  useEffect(() => closeSearch, [key]);
  if (!isOpen) return null;
  const giveUp = () => {
    closeSearch();
    // A failed load is repeated when the search is opened again.
    setSearch(() => lazy(loadSearch));
    void reportMissingPart();
  };
  return (
    <LatePart
      onFailure={giveUp}
      whileLoading={<KeysAhead onType={typeAhead} onEscape={closeSearch} />}
    >
      <Search />
    </LatePart>
  );
}
