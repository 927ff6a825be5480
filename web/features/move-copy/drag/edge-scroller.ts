/** Pixels from the edge at which scrolling begins. */
const EDGE = 56;
const FASTEST_PIXELS_PER_FRAME = 18;

/** Scrolls the listing while something is held near its upper or lower edge. */
export class EdgeScroller {
  #frame = 0;
  #pixels = 0;

  follow({ clientX, clientY }: { clientX: number; clientY: number }): void {
    const grid = document.querySelector('[role="grid"]');
    const box = grid?.getBoundingClientRect();
    const isBeside = !box || clientX < box.left || clientX > box.right;
    this.#pixels = isBeside ? 0 : speedAt(clientY, box);
    if (this.#pixels !== 0 && this.#frame === 0) this.#step();
  }

  stop(): void {
    this.#pixels = 0;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  #step(): void {
    // Asked for anew: a folder that opens while something hovers brings a grid of its own.
    document.querySelector('[role="grid"]')?.scrollBy(0, this.#pixels);
    this.#frame = this.#pixels === 0 ? 0 : requestAnimationFrame(() => this.#step());
  }
}

function speedAt(y: number, { top, bottom }: DOMRect): number {
  const above = Math.min(1, Math.max(0, (top + EDGE - y) / EDGE));
  const below = Math.min(1, Math.max(0, (y - bottom + EDGE) / EDGE));
  return FASTEST_PIXELS_PER_FRAME * (below - above);
}
