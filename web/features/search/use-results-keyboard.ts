import type { Entry } from '#contract/files.ts';
import type { KeyboardEvent, RefObject } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { isComposing, shortcutOf } from '../../lib/keyboard.ts';
import type { FoundEntries } from '../../state/found-entries.ts';
import type { SelectionStore } from '../../state/selection.ts';
import { commandOf, type ResultsCommand } from './results-keys.ts';
import { RESULT_ACTIONS } from './result-actions.ts';
import type { ResultsView } from './use-results-view.ts';

export interface ResultsKeys {
  found: FoundEntries;
  view: ResultsView;
  scroller: RefObject<HTMLDivElement | null>;
  selection: SelectionStore;
  field: RefObject<HTMLInputElement | null>;
  /** Returns the action context for a selection. */
  contextFor(entries: readonly Entry[]): ActionContext;
  onOpen(entry: Entry): void;
  onMenu(anchor: DOMRect): void;
}

/** Handles keys among the results. Shortcuts apply to the selection, or else to the active result. */
export function useResultsKeyboard(keys: ResultsKeys): (event: KeyboardEvent) => void {
  const { found, view, selection } = keys;
  const activePath = () => found.pathAt(view.active) ?? '';

  function obey(command: ResultsCommand): void {
    switch (command.do) {
      case 'go':
        if (command.extend) extendTo(command.to);
        else selection.moveRangeStart(found.pathAt(command.to) ?? '');
        return view.goTo(command.to);
      case 'field':
        return keys.field.current?.focus();
      case 'toggle':
        return selection.toggle(activePath());
      case 'open': {
        const entry = found.at(view.active);
        if (entry) keys.onOpen(entry);
        return undefined;
      }
      case 'select-all':
        return selection.selectAll(found);
      case 'menu':
        return openMenu();
    }
  }

  function extendTo(index: number): void {
    if (selection.paths().size === 0) selection.startRangeAt(activePath());
    selection.selectRange(found, found.pathAt(index) ?? '');
  }

  function openMenu(): void {
    const row = keys.scroller.current?.querySelector('[data-hit][tabindex="0"]');
    if (!row) return;
    if (!selection.has(activePath())) selection.selectOnly(activePath());
    const { left, top, width, height } = row.getBoundingClientRect();
    keys.onMenu(new DOMRect(left + Math.min(48, width), top, 0, height));
  }

  /** Runs the action of a shortcut. Returns true if the key was one. */
  function runAction(event: KeyboardEvent): boolean {
    const pressed = shortcutOf(event);
    const selected = found.chosen(selection.paths());
    const active = found.at(view.active);
    const meant = selected.length > 0 || !active ? selected : [active];
    const context = keys.contextFor(meant);
    const withKey = RESULT_ACTIONS.filter(({ shortcut }) => shortcut === pressed);
    const [action] = offered(withKey, context);
    if (action && pressed !== 'Enter') action.run(context);
    // Prevents the browser from saving the page.
    return (action !== undefined && pressed !== 'Enter') || pressed === 'Ctrl+S';
  }

  return (event) => {
    if (isComposing(event.nativeEvent)) return;
    const { active, page } = view;
    const command = commandOf(event, { active, count: found.count, page: page() });
    if (command?.do === 'field' && event.key.length === 1) return obey(command);
    if (command) obey(command);
    if (command || runAction(event)) event.preventDefault();
  };
}
