import { type KeyPress, latinKey } from '../../lib/keyboard.ts';
import { rowAfterKey, type RowPosition } from '../../state/selectable-list/row-after-key.ts';

/** Command of a key among the results. */
export type ResultsCommand =
  | { readonly do: 'go'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'field' }
  | { readonly do: 'toggle' }
  | { readonly do: 'open' }
  | { readonly do: 'select-all' }
  | { readonly do: 'menu' };

/** Returns the command of a pressed key among the results; undefined for keys without one. */
export function commandOf(press: KeyPress, position: RowPosition): ResultsCommand | undefined {
  const { key, shiftKey } = press;
  const control = press.ctrlKey || press.metaKey;
  if (press.altKey) return undefined;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { do: 'menu' };
  if (control && !shiftKey && latinKey(press).toLowerCase() === 'a') return { do: 'select-all' };
  if (control) return undefined;
  if (key === 'ArrowUp' && !shiftKey && position.active === 0) return { do: 'field' };
  const to = rowAfterKey(key, position);
  if (to !== undefined) return { do: 'go', to, extend: shiftKey };
  if (key === 'Enter') return { do: 'open' };
  if (key === ' ') return { do: 'toggle' };
  // Typing continues the query. Printable keys have one character; names of keys are longer.
  if (key === 'Backspace' || [...key].length === 1) return { do: 'field' };
  return undefined;
}
