import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Input } from '@atlaskit/pragmatic-drag-and-drop/types';
import { getElementFromPointWithoutHoneypot } from '@atlaskit/pragmatic-drag-and-drop/get-element-from-point-without-honey-pot';
import type { Entry } from '#contract/files.ts';
import type { Permission } from '#contract/permissions.ts';
import { isMac } from '../../../lib/keyboard.ts';
import { DropMark } from '../../../state/drop-mark.ts';
import { type DropPlace, dropPlaceOf, shownFolder } from '../../../state/shown-folder.ts';
import {
  folderHolding,
  isAlreadyThere,
  liesIn,
  type TransferRequest,
} from '../../../state/transfer-plan.ts';
import { EdgeScroller } from './edge-scroller.ts';
import { drawDragImage } from './drag-image.ts';

export interface DragPage {
  may(permission: Permission): boolean;
  /** Shows a folder while something hovers over it. */
  open(folder: string): void;
  transfer(request: TransferRequest): void;
}

const ENTRIES = 'entries';

/** Makes entries draggable and folders, breadcrumbs and "My files" their targets. Returns how to stop. */
export function listenForDrags(page: DragPage): () => void {
  const mark = new DropMark();
  const scroller = new EdgeScroller();
  return combine(
    makeDraggableWhenPressed(page),
    dropTargetForElements({
      element: document.body,
      canDrop: ({ source, input }) => placeFor(page, source.data, input) !== undefined,
      getDropEffect: ({ input }) => kindOf(page, input),
    }),
    monitorForElements({
      canMonitor: ({ source }) => ENTRIES in source.data,
      onDrag({ source, location: { current } }) {
        mark.show(placeFor(page, source.data, current.input), (folder) => page.open(folder));
        scroller.follow(current.input);
      },
      onDrop({ source, location: { current } }) {
        mark.show(undefined);
        scroller.stop();
        const place = placeFor(page, source.data, current.input);
        if (!place || current.dropTargets.length === 0) return;
        const entries = entriesOf(source.data);
        page.transfer({
          kind: kindOf(page, current.input),
          entries,
          to: place.folder,
          targetIs: 'in-sight',
        });
      },
    }),
    () => mark.show(undefined),
    () => scroller.stop(),
  );
}

/** Only the row that is pressed is registered, so that a hundred thousand of them cost nothing. */
function makeDraggableWhenPressed(page: DragPage): () => void {
  let release = () => {};
  const press = ({ target, pointerType, button }: PointerEvent) => {
    release();
    release = () => {};
    if (pointerType !== 'mouse' || button !== 0 || !(target instanceof Element)) return;
    const element = target.closest<HTMLElement>('[data-index]');
    if (!element || shownFolder()?.isHold(target) !== true || !page.may('rename')) return;
    release = draggable({
      element,
      getInitialData: () => ({ [ENTRIES]: shownFolder()?.takeAt(element) ?? [] }),
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

/** A drag from outside of these functions carries none. */
function entriesOf(data: Record<string | symbol, unknown>): readonly Entry[] {
  // Only `getInitialData` above puts something there.
  return (data[ENTRIES] as readonly Entry[] | undefined) ?? [];
}

/** The folder beneath the pointer, unless dropping there would do nothing or cannot be. */
function placeFor(
  page: DragPage,
  data: Record<string | symbol, unknown>,
  input: Input,
): DropPlace | undefined {
  const entries = entriesOf(data);
  const [first] = entries;
  const element = getElementFromPointWithoutHoneypot({ x: input.clientX, y: input.clientY });
  const place = dropPlaceOf(element);
  if (!first || !place || folderHolding(first) === place.folder) return undefined;
  if (entries.some((entry) => liesIn(place.folder, entry))) return undefined;
  const request = { kind: kindOf(page, input), entries, to: place.folder };
  return isAlreadyThere(request) ? undefined : place;
}

/** With the key that means a copy on this computer, who may make one makes one. */
function kindOf(page: DragPage, { ctrlKey, altKey }: Input): TransferRequest['kind'] {
  return (isMac() ? altKey : ctrlKey) && page.may('create') ? 'copy' : 'move';
}
