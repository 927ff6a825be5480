import type { DropPlace } from './shown-folder.ts';

/** Time to hover over a folder before it opens. */
const OPENS_AFTER_MS = 800;

/** Highlights the folder under the pointer, and opens it after a while. */
export class DropMark {
  #place: DropPlace | undefined;
  #timer = 0;

  show(place: DropPlace | undefined, open?: (folder: string) => void): void {
    if (place?.element === this.#place?.element && place?.folder === this.#place?.folder) return;
    window.clearTimeout(this.#timer);
    this.#place?.element.removeAttribute('data-drop-over');
    this.#place = place;
    place?.element.setAttribute('data-drop-over', '');
    if (place && !place.isGround && open) {
      this.#timer = window.setTimeout(() => open(place.folder), OPENS_AFTER_MS);
    }
  }
}
