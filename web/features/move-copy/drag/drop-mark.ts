import type { DropPlace } from '../../../state/shown-folder.ts';
import './drag.module.css';

/** Long enough to pass over a folder without going in. */
const OPENS_AFTER_MS = 800;

/** Marks the folder that something hovers over, and opens it when it hovers there for a while. */
export class DropMark {
  readonly #open: (folder: string) => void;
  #place: DropPlace | undefined;
  #timer = 0;

  constructor(open: (folder: string) => void) {
    this.#open = open;
  }

  show(place: DropPlace | undefined): void {
    if (place?.element === this.#place?.element && place?.folder === this.#place?.folder) return;
    window.clearTimeout(this.#timer);
    this.#place?.element.removeAttribute('data-drop-over');
    this.#place = place;
    place?.element.setAttribute('data-drop-over', '');
    if (place && !place.isGround) {
      this.#timer = window.setTimeout(() => this.#open(place.folder), OPENS_AFTER_MS);
    }
  }
}
