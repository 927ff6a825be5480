import type { DropTarget } from './shown-folder.ts';

/** Duration of hovering over a folder after which it opens. */
const OPENS_AFTER_MS = 800;

/** Highlights the folder under the pointer during a drag, and opens it after a while. */
export class DropHighlight {
  #target: DropTarget | undefined;
  #timer = 0;

  show(target: DropTarget | undefined, open?: (folder: string) => void): void {
    if (target?.element === this.#target?.element && target?.folder === this.#target?.folder)
      return;
    window.clearTimeout(this.#timer);
    this.#target?.element.removeAttribute('data-drop-over');
    this.#target = target;
    target?.element.setAttribute('data-drop-over', '');
    if (target && !target.isBackground && open) {
      this.#timer = window.setTimeout(() => open(target.folder), OPENS_AFTER_MS);
    }
  }
}

/** Marks the page while something is dragged over it, so that the path is shown, which takes drops. */
export function markDragging(isDragging: boolean): void {
  document.documentElement.toggleAttribute('data-dragging', isDragging);
}
