import type { Entry } from '#contract/files.ts';
import type { KeyboardEvent, RefObject } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { isComposing, shortcutOf } from '../../lib/keyboard.ts';
import type { FoundEntries } from '../../state/found-entries.ts';
import {
  moveTo,
  openMenuOfActiveRow,
  type SelectableList,
} from '../../state/selectable-list/selectable-list.ts';
import { commandOf, type ResultsCommand } from './results-keys.ts';
import { RESULT_ACTIONS } from './result-actions.ts';
import type { ResultsView } from './use-results-view.ts';

export interface ResultsKeys {
  found: FoundEntries;
  view: ResultsView;
  field: RefObject<HTMLInputElement | null>;
  /** Returns the action context for a selection. */
  contextFor(entries: readonly Entry[]): ActionContext;
}

/** Handles keys among the results. Shortcuts apply to the selection, or else to the active result. */
export function useResultsKeyboard(
  list: SelectableList<Entry>,
  keys: ResultsKeys,
): (event: KeyboardEvent) => void {
  const { found, view } = keys;
  const { selection } = list;

  function runCommand(command: ResultsCommand): void {
    switch (command.do) {
      case 'go':
        return moveTo(list, command.to, command.extend);
      case 'field':
        return keys.field.current?.focus();
      case 'toggle':
        return selection.toggle(found.pathAt(view.active) ?? '');
      case 'open': {
        const entry = found.at(view.active);
        if (entry) list.onOpen(entry);
        return undefined;
      }
      case 'select-all':
        return selection.selectAll(found);
      case 'menu':
        return openMenuOfActiveRow(list);
    }
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
    if (command?.do === 'field' && event.key.length === 1) return runCommand(command);
    if (command) runCommand(command);
    if (command || runAction(event)) event.preventDefault();
  };
}
