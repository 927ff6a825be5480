import type { DropPlace } from './shown-folder.ts';

/** Long enough to pass over a folder without going in. */
const OPENS_AFTER_MS = 800;

/** Marks the folder that something hovers over, and opens it when it hovers there for a while. */
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
