import type { KeyboardEvent } from 'react';
import { isComposing } from '../../lib/keyboard.ts';
import { useTyping } from '../../lib/use-typing.ts';
import type { FolderTree } from './use-folder-tree.ts';

/** The part of a tree that its keys use. */
export type KeyboardTree = Pick<FolderTree, 'rows' | 'chosen' | 'choose' | 'setExpanded'>;

/** Number of rows that Page Up and Page Down move by. */
const PAGE = 8;

/**
 * Keyboard of a tree view (WAI-ARIA Authoring Practices): Up and Down select, Right expands or enters, Left collapses or
 * leaves, letters jump to a name, Enter confirms.
 */
export function useTreeKeys({
  tree: { rows, chosen, choose, setExpanded },
  show,
  onSubmit,
}: {
  tree: KeyboardTree;
  /** Scrolls a row into view. */
  show(index: number): void;
  onSubmit(): void;
}): (event: KeyboardEvent<HTMLElement>) => void {
  const typing = useTyping();
  const active = rows.findIndex(({ path }) => path === chosen);
  const row = rows[active];

  /** Selects the nearest possible row, first in the direction of the step and then in the other one. */
  function move(to: number, step: 1 | -1) {
    const from = Math.max(0, Math.min(to, rows.length - 1));
    for (const direction of [step, -step]) {
      for (let index = from; rows[index]; index += direction) {
        if (select(index)) return;
      }
    }
  }

  function select(index: number): boolean {
    const target = rows[index];
    if (!target || target.state === 'disabled') return false;
    choose(target.path);
    show(index);
    return true;
  }

  function enter() {
    if (row?.state === 'closed') setExpanded(row.path, true);
    else if (rows[active + 1]?.level === (row?.level ?? 0) + 1) move(active + 1, 1);
  }

  function leave() {
    if (!row) return;
    if (row.state !== 'closed' && row.state !== 'empty') return setExpanded(row.path, false);
    for (let index = active - 1; index >= 0; index -= 1) {
      if ((rows[index]?.level ?? 0) < row.level) return void select(index);
    }
  }

  function jumpTo(text: string) {
    const first = text.length > 1 ? Math.max(0, active) : active + 1;
    for (let step = 0; step < rows.length; step += 1) {
      const index = (first + step) % rows.length;
      const name = rows[index]?.name?.toLowerCase() ?? '';
      if (name.startsWith(text.toLowerCase()) && select(index)) return;
    }
  }

  const isRightToLeft = (element: Element) => getComputedStyle(element).direction === 'rtl';
  const MOVES: Readonly<Record<string, (element: Element) => void>> = {
    ArrowDown: () => move(active + 1, 1),
    ArrowUp: () => move(active - 1, -1),
    ArrowRight: (element) => (isRightToLeft(element) ? leave() : enter()),
    ArrowLeft: (element) => (isRightToLeft(element) ? enter() : leave()),
    Home: () => move(0, 1),
    End: () => move(rows.length, -1),
    PageDown: () => move(active + PAGE, 1),
    PageUp: () => move(active - PAGE, -1),
    Enter: onSubmit,
  };

  return (event) => {
    // The buttons in the rows have their own keys.
    if (event.target !== event.currentTarget || isComposing(event.nativeEvent)) return;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const action = hasModifier && event.key !== 'Enter' ? undefined : MOVES[event.key];
    const isLetter = event.key.length === 1 && !hasModifier;
    if (!action && !isLetter) return;
    event.preventDefault();
    if (action) action(event.currentTarget);
    else jumpTo(typing.add(event.key));
  };
}
