import type { Entry } from '#contract/files.ts';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { STEP } from './entry-list.tsx';

/** Rendered part of a folder and its initial focus. */
export interface ShownPart {
  readonly shown: number;
  /** Index of the initially active entry. */
  readonly firstActive: number;
  /** Ref of the folder name, which is focused and read out when the folder opens. */
  readonly title: RefObject<HTMLHeadingElement | null>;
  showMore(): void;
  /** Stores the state before another folder is opened. */
  keep(opened: string): void;
}

/** Starts with the first entries, or restores a folder that was left, at the subfolder that was opened. */
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

/** State of a folder that is restored when the visitor returns. */
interface FolderMemory {
  /** Number of rendered entries. */
  readonly shown: number;
  /** Pixels from the top of the page. */
  readonly scrolled: number;
  /** Path of the subfolder that was opened. */
  readonly opened: string;
}

const memories = new Map<string, FolderMemory>();

function folderMemory(hash: string, path: string): FolderMemory | undefined {
  return memories.get(`${hash}${path}`);
}

function keepFolder(hash: string, path: string, memory: FolderMemory): void {
  memories.set(`${hash}${path}`, memory);
}
