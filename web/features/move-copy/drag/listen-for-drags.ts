import type { Entry } from '#contract/files.ts';
import type { Permission } from '#contract/permissions.ts';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import { getElementFromPointWithoutHoneypot } from '@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot';
import type { Input } from '@atlaskit/pragmatic-drag-and-drop/types';
import { isMac } from '../../../lib/keyboard.ts';
import { DropHighlight, markDragging } from '../../../state/drop-highlight.ts';
import { dropTargetOf, type DropTarget, shownFolder } from '../../../state/shown-folder.ts';
import { isAlreadyThere, liesIn, type TransferRequest } from '../../../state/transfer-plan.ts';
import styles from './listen-for-drags.module.css';

export interface DragPage {
  may(permission: Permission): boolean;
  /** Shows a folder while something hovers over it. */
  open(folder: string): void;
  transfer(request: TransferRequest): void;
}

const ENTRIES = 'entries';

/** Makes entries draggable, and folders, breadcrumbs and "My files" drop targets. Returns a function that stops it. */
export function listenForDrags(page: DragPage): () => void {
  const highlight = new DropHighlight();
  const scroller = new EdgeScroller();
  return combine(
    makeDraggableWhenPressed(page),
    dropTargetForElements({
      element: document.body,
      canDrop: ({ source, input }) => targetFor(page, source.data, input) !== undefined,
      getDropEffect: ({ input }) => kindOf(page, input),
    }),
    monitorForElements({
      canMonitor: ({ source }) => ENTRIES in source.data,
      onDrag({ source, location: { current } }) {
        highlight.show(targetFor(page, source.data, current.input), (folder) => page.open(folder));
        scroller.follow(current.input);
      },
      onDrop({ source, location: { current } }) {
        highlight.show(undefined);
        scroller.stop();
        // Must precede `markDragging(false)`, which covers the path again that may be the target.
        const target = targetFor(page, source.data, current.input);
        markDragging(false);
        if (!target || current.dropTargets.length === 0) return;
        const entries = entriesOf(source.data);
        page.transfer({
          kind: kindOf(page, current.input),
          entries,
          to: target.folder,
          targetIs: 'visible',
        });
      },
    }),
    () => markDragging(false),
    () => highlight.show(undefined),
    () => scroller.stop(),
  );
}

/** Registers only the pressed row, because folders can have 100,000 rows. */
function makeDraggableWhenPressed(page: DragPage): () => void {
  let release = () => {};
  const press = ({ target, pointerType, button }: PointerEvent) => {
    release();
    release = () => {};
    if (pointerType !== 'mouse' || button !== 0 || !(target instanceof Element)) return;
    const element = target.closest<HTMLElement>('[data-index]');
    if (!element || shownFolder()?.isDragHandle(target) !== true || !page.may('rename')) return;
    release = draggable({
      element,
      getInitialData: () => {
        markDragging(true);
        return { [ENTRIES]: shownFolder()?.entriesToDrag(element) ?? [] };
      },
      onGenerateDragPreview: ({ nativeSetDragImage, source }) =>
        drawDragImage(nativeSetDragImage, element, entriesOf(source.data)),
    });
  };
  window.addEventListener('pointerdown', press, true);
  return () => {
    release();
    window.removeEventListener('pointerdown', press, true);
  };
}

/** Returns the dragged entries; none for a drag that started elsewhere. */
function entriesOf(data: Record<string | symbol, unknown>): readonly Entry[] {
  // Only `getInitialData` above sets this value.
  return (data[ENTRIES] as readonly Entry[] | undefined) ?? [];
}

/** Returns the folder under the pointer, unless a drop there is impossible or has no effect. */
function targetFor(
  page: DragPage,
  data: Record<string | symbol, unknown>,
  input: Input,
): DropTarget | undefined {
  const entries = entriesOf(data);
  const [first] = entries;
  const element = getElementFromPointWithoutHoneypot({ x: input.clientX, y: input.clientY });
  const target = dropTargetOf(element);
  if (!first || !target || entries.some((entry) => liesIn(target.folder, entry))) return undefined;
  const request = { kind: kindOf(page, input), entries, to: target.folder };
  return isAlreadyThere(request) ? undefined : target;
}

/** Returns 'copy' while the platform's copy key is held and the user may create entries, and 'move' otherwise. */
function kindOf(page: DragPage, { ctrlKey, altKey }: Input): TransferRequest['kind'] {
  return (isMac() ? altKey : ctrlKey) && page.may('create') ? 'copy' : 'move';
}

/** Draws the drag image: picture and name of the dragged entry, and the number of entries. */
function drawDragImage(
  nativeSetDragImage: DataTransfer['setDragImage'] | null,
  element: Element,
  entries: readonly Entry[],
): void {
  setCustomNativeDragPreview({
    nativeSetDragImage,
    getOffset: pointerOutsideOfPreview({ x: '12px', y: '8px' }),
    render: ({ container }) => {
      container.append(imageOf(element, entries));
    },
  });
}

function imageOf(element: Element, entries: readonly Entry[]): HTMLElement {
  const card = withClass('div', styles.card);
  const glyph = element.querySelector('svg')?.cloneNode(true);
  const name = withClass('bdi', styles.name);
  name.textContent = entries[0]?.name ?? '';
  if (glyph) card.append(glyph);
  card.append(name);
  if (entries.length > 1) {
    const count = withClass('span', styles.count);
    count.textContent = `${entries.length}`;
    card.append(count);
  }
  return card;
}

function withClass(tag: 'div' | 'bdi' | 'span', className: string | undefined): HTMLElement {
  const element = document.createElement(tag);
  element.className = className ?? '';
  return element;
}

/** Distance from the edge at which scrolling starts, in pixels. */
const EDGE = 56;
const FASTEST_PIXELS_PER_FRAME = 18;

/** Scrolls the listing while something is dragged near its upper or lower edge. */
class EdgeScroller {
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
    // Queries the grid each time, because a folder that opens during the drag has a new one.
    document.querySelector('[role="grid"]')?.scrollBy(0, this.#pixels);
    this.#frame = this.#pixels === 0 ? 0 : requestAnimationFrame(() => this.#step());
  }
}

/** Returns the speed of scrolling in pixels per frame, negative towards the top; 0 away from the edges. */
function speedAt(y: number, { top, bottom }: DOMRect): number {
  const above = Math.min(1, Math.max(0, (top + EDGE - y) / EDGE));
  const below = Math.min(1, Math.max(0, (y - bottom + EDGE) / EDGE));
  return FASTEST_PIXELS_PER_FRAME * (below - above);
}
