import type { Entry } from '#contract/files.ts';
import type { MouseEvent } from 'react';
import { type ClickIntent, clickIntent } from '../../lib/click-intent.ts';
import { usePointer } from '../../lib/use-pointer.ts';
import type { FoundEntries } from '../../state/found-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';
import type { ResultsView } from './use-results-view.ts';

export interface ResultsPointer {
  found: FoundEntries;
  view: ResultsView;
  selection: SelectionStore;
  singleClick: boolean;
  onOpen(entry: Entry): void;
  onMenu(anchor: DOMRect): void;
}

/** Handles clicks, taps and long presses: names open, rows select as in the listing. */
export function useResultsPointer({
  found,
  view,
  selection,
  singleClick,
  onOpen,
  onMenu,
}: ResultsPointer) {
  const pointer = usePointer(indexOfHit, (index) => {
    view.setActive(index);
    selection.toggle(found.pathAt(index) ?? '');
    navigator.vibrate?.(10);
  });

  function handleClick(intent: ClickIntent, entry: Entry): void {
    if (intent === 'select') selection.selectOnly(entry.path);
    else if (intent === 'toggle') selection.toggle(entry.path);
    else if (intent === 'open') onOpen(entry);
    else selection.selectRange(found, entry.path, intent === 'add-range');
  }

  function takeForMenu(index: number, entry: Entry): void {
    view.setActive(index);
    if (!selection.has(entry.path)) selection.selectOnly(entry.path);
  }

  function click(event: MouseEvent<HTMLElement>, index: number, entry: Entry): void {
    const more = closest(event.target, '[data-part="more"]');
    if (more) {
      takeForMenu(index, entry);
      return onMenu(more.getBoundingClientRect());
    }
    view.goTo(index);
    return handleClick(
      clickIntent({
        shiftKey: event.shiftKey,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        isTouch: pointer.isTouch(),
        isSecond: pointer.isSecondClick(index, event),
        somethingSelected: selection.paths().size > 0,
        isMultiple: selection.isMultiple(),
        singleClick: singleClick || closest(event.target, 'a') !== undefined,
      }),
      entry,
    );
  }

  return {
    ...pointer.handlers,
    onMouseDown(event: MouseEvent<HTMLElement>) {
      // Shift selects rows instead of text.
      if (event.shiftKey) event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLElement>) {
      // The browser opens links in new tabs itself.
      if ((event.ctrlKey || event.metaKey) && closest(event.target, 'a')) return;
      event.preventDefault();
      if (pointer.endsLongPress()) return;
      const index = indexOfHit(event.target);
      const entry = found.at(index);
      if (entry) click(event, index, entry);
      else selection.clear();
    },
    onContextMenu(event: MouseEvent<HTMLElement>) {
      const index = indexOfHit(event.target);
      const entry = found.at(index);
      event.preventDefault();
      // A long press selects. Touch users open the menu with its button.
      if (pointer.isTouch() || !entry) return;
      takeForMenu(index, entry);
      onMenu(new DOMRect(event.clientX, event.clientY, 0, 0));
    },
  };
}

/** Returns the index of the result at a row; -1 elsewhere. */
function indexOfHit(target: EventTarget | null): number {
  return Number(closest(target, '[data-hit]')?.getAttribute('data-hit') ?? -1);
}

function closest(target: EventTarget | null, selector: string): Element | undefined {
  return target instanceof Element ? (target.closest(selector) ?? undefined) : undefined;
}
