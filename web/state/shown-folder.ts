import type { Entry } from '#contract/files.ts';

/** Displayed folder, as drag and drop uses it. */
export interface ShownFolder {
  /** Path of the folder; '' is the home folder. */
  readonly path: string;
  /** Returns true if dragging this element drags entries. */
  isDragHandle(element: Element): boolean;
  /** Returns the entries that are dragged by this element. Selects its entry if it was not selected. */
  entriesToDrag(element: Element): readonly Entry[];
  /** Returns the path of the folder at this element. */
  folderAt(element: Element): string | undefined;
}

let shown: ShownFolder | undefined;

/** Registers `folder` as displayed until the returned function is called. */
export function showFolder(folder: ShownFolder): () => void {
  shown = folder;
  return () => {
    if (shown === folder) shown = undefined;
  };
}

/** Returns the displayed folder; undefined outside of listings. */
export function shownFolder(): ShownFolder | undefined {
  return shown;
}

/** A folder that accepts drops, and its element. */
export interface DropTarget {
  /** Path of the folder; '' is the home folder. */
  readonly folder: string;
  readonly element: Element;
  /** True for the empty space of the displayed folder. */
  readonly isBackground: boolean;
}

/** Attribute of links to folders outside the listing, with the path as its value. */
export const FOLDER_ATTRIBUTE = 'data-folder';

/** Returns the drop target at an element; undefined if there is none. */
export function dropTargetOf(element: Element | null): DropTarget | undefined {
  const link = element?.closest(`[${FOLDER_ATTRIBUTE}]`);
  if (link) {
    return {
      folder: link.getAttribute(FOLDER_ATTRIBUTE) ?? '',
      element: link,
      isBackground: false,
    };
  }
  const entry = element?.closest('[data-index]');
  const folder = entry ? shown?.folderAt(entry) : undefined;
  if (entry && folder !== undefined) return { folder, element: entry, isBackground: false };
  const background = element?.closest('main');
  return background && shown
    ? { folder: shown.path, element: background, isBackground: true }
    : undefined;
}
