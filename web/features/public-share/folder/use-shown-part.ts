import type { Entry } from '#contract/files.ts';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { STEP } from './entry-list.tsx';
import { folderMemory, keepFolder } from './folder-memory.ts';

/** How much of a folder is shown, and where the focus is when it opens. */
export interface ShownPart {
  readonly shown: number;
  /** The place of the entry that the keyboard stands at first. */
  readonly firstActive: number;
  /** Stands at the folder's name, which is read out when the folder opens. */
  readonly title: RefObject<HTMLHeadingElement | null>;
  showMore(): void;
  /** Remembers all this, before going on to another folder. */
  keep(opened: string): void;
}

/** A folder begins with its first entries; whoever comes back to it finds it as it was, at the folder they come from. */
export function useShownPart(hash: string, path: string, items: readonly Entry[]): ShownPart {
  const [memory] = useState(() => folderMemory(hash, path));
  const [shown, setShown] = useState(memory?.shown ?? STEP);
  const title = useRef<HTMLHeadingElement>(null);
  const openedAt = items.findIndex((entry) => entry.path === memory?.opened);

  useLayoutEffect(() => {
    const opened = document.querySelector<HTMLElement>(
      `[data-index="${openedAt}"] [data-part="open"]`,
    );
    (opened ?? title.current)?.focus({ preventScroll: true });
    window.scrollTo(0, memory?.scrolled ?? 0);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the folder opens
  }, []);

  return {
    shown,
    firstActive: Math.max(0, openedAt),
    title,
    showMore: () => setShown((before) => before + STEP),
    keep: (opened) => keepFolder(hash, path, { shown, scrolled: window.scrollY, opened }),
  };
}
