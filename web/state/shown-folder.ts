import type { Entry } from '#contract/files.ts';

/** Drag-and-drop interface of the displayed folder. */
export interface ShownFolder {
  /** Path of the folder; '' is the home folder. */
  readonly path: string;
  /** Returns true if a drag of this element moves an entry. */
  isHold(element: Element): boolean;
  /** Returns the entries to drag from this element. Selects its entry if it was not selected. */
  takeAt(element: Element): readonly Entry[];
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

export function shownFolder(): ShownFolder | undefined {
  return shown;
}

/** A folder that accepts drops, and its element. */
export interface DropPlace {
  /** Path of the folder; '' is the home folder. */
  readonly folder: string;
  readonly element: Element;
  /** True for empty space of the displayed folder. */
  readonly isGround: boolean;
}

/** Attribute of links to folders outside the listing, with the path as its value. */
export const FOLDER_ATTRIBUTE = 'data-folder';

/** Returns the folder at an element; undefined if there is none. */
export function dropPlaceOf(element: Element | null): DropPlace | undefined {
  const way = element?.closest(`[${FOLDER_ATTRIBUTE}]`);
  if (way) {
    return { folder: way.getAttribute(FOLDER_ATTRIBUTE) ?? '', element: way, isGround: false };
  }
  const entry = element?.closest('[data-index]');
  const folder = entry ? shown?.folderAt(entry) : undefined;
  if (entry && folder !== undefined) return { folder, element: entry, isGround: false };
  const ground = element?.closest('main');
  return ground && shown ? { folder: shown.path, element: ground, isGround: true } : undefined;
}
