import type { Entry } from '#contract/files.ts';

/** What can be taken from the folder that is shown, and where in it something can be dropped. */
export interface ShownFolder {
  /** Its path, '' for the home. */
  readonly path: string;
  /** Whether an entry can be taken hold of at this element. */
  isHold(element: Element): boolean;
  /** The entries that go along when the one at this element is dragged; selects it if it was not. */
  takeAt(element: Element): readonly Entry[];
  /** The path of the folder that is drawn at this element. */
  folderAt(element: Element): string | undefined;
}

let shown: ShownFolder | undefined;

/** Until the returned function is called, `folder` is the one that is shown. */
export function showFolder(folder: ShownFolder): () => void {
  shown = folder;
  return () => {
    if (shown === folder) shown = undefined;
  };
}

export function shownFolder(): ShownFolder | undefined {
  return shown;
}

/** A folder that something can be dropped on, and the element that stands for it. */
export interface DropPlace {
  /** Its path, '' for the home. */
  readonly folder: string;
  readonly element: Element;
  /** It is the ground of the folder that is shown, not a folder drawn on it. */
  readonly isGround: boolean;
}

/** Ways to folders outside of the listing carry their path in this attribute. */
export const FOLDER_ATTRIBUTE = 'data-folder';

/** The folder that an element lies in, as one would say who sees the page. */
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
