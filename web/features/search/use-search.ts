import { useEffect, useRef, useState } from 'react';
import { rememberSearch } from '../../state/search-memory.ts';
import type { SearchStore } from '../../state/search-results.ts';
import { isLongEnough } from '../../lib/is-long-enough.ts';

/** Delay after typing before a search starts, in milliseconds. */
const TYPING_MS = 150;

export interface Search {
  readonly query: string;
  /** Path of the searched folder; '' for all files. */
  readonly folder: string;
  /** Changes the query and searches after a pause. */
  type(query: string): void;
  /** Searches immediately. Returns false if this search has already run. */
  submit(): boolean;
  /** Sets a query and searches immediately. */
  searchFor(query: string): void;
  lookIn(folder: string): void;
  retry(): void;
}

/** State of the query and folder; starts searches in the store. */
export function useSearch(store: SearchStore, startFolder: string, typed: string): Search {
  const [query, setQuery] = useState(typed);
  const [folder, setFolder] = useState(startFolder);
  const [handedOn, setHandedOn] = useState(typed);
  const timer = useRef(0);

  if (typed !== handedOn) {
    // Keys typed before the field has the focus are added during rendering, because an effect would be too late.
    setHandedOn(typed);
    setQuery(typed);
  }

  useEffect(() => {
    if (isLongEnough(query)) store.ask({ folder: startFolder, query: query.trim() });
    return () => {
      window.clearTimeout(timer.current);
      store.clear();
    };
    // Once, when it is opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  function ask(text: string, where: string): boolean {
    window.clearTimeout(timer.current);
    const wanted = text.trim();
    const { asked, failure } = store.current();
    const isAsked = asked?.query === wanted && asked.folder === where && failure === undefined;
    if (wanted === '') store.clear();
    else if (!isAsked) store.ask({ folder: where, query: wanted });
    return wanted !== '' && !isAsked;
  }

  function askSoon(text: string): void {
    window.clearTimeout(timer.current);
    if (isLongEnough(text)) timer.current = window.setTimeout(ask, TYPING_MS, text, folder);
    else store.clear();
  }

  function type(text: string): void {
    setQuery(text);
    askSoon(text);
  }

  useEffect(() => {
    if (typed === '' || typed !== query) return;
    askSoon(typed);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when more of it is known
  }, [typed]);

  return {
    query,
    folder,
    type,
    submit() {
      rememberSearch(query);
      return ask(query, folder);
    },
    searchFor(text) {
      setQuery(text);
      ask(text, folder);
    },
    lookIn(where) {
      setFolder(where);
      // A shorter query has been submitted if there is a search.
      if (isLongEnough(query) || store.current().asked) ask(query, where);
    },
    retry: () => void ask(query, folder),
  };
}
