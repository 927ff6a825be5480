import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview';
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview';
import type { Entry } from '#contract/files.ts';
import styles from './drag.module.css';

/** Draws the drag image: picture and name of the dragged entry, and the number of entries. */
export function drawDragImage(
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
