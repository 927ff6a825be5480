import { type KeyPress, latinKey } from '../../lib/keyboard.ts';

/** Command of a key among the results. */
export type ResultsCommand =
  | { readonly do: 'go'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'field' }
  | { readonly do: 'toggle' }
  | { readonly do: 'open' }
  | { readonly do: 'select-all' }
  | { readonly do: 'menu' };

interface Position {
  readonly active: number;
  readonly count: number;
  /** Number of results that fit into the window. */
  readonly page: number;
}

export function commandOf(press: KeyPress, position: Position): ResultsCommand | undefined {
  const { key, shiftKey } = press;
  const control = press.ctrlKey || press.metaKey;
  if (press.altKey) return undefined;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { do: 'menu' };
  if (control && latinKey(press).toLowerCase() === 'a') return { do: 'select-all' };
  if (control) return undefined;
  if (key === 'ArrowUp' && !shiftKey && position.active === 0) return { do: 'field' };
  const to = targetOf(key, position);
  if (to !== undefined) return { do: 'go', to, extend: shiftKey };
  if (key === 'Enter') return { do: 'open' };
  if (key === ' ') return { do: 'toggle' };
  // Typing continues the query. Printable keys have one character; names of keys are longer.
  if (key === 'Backspace' || [...key].length === 1) return { do: 'field' };
  return undefined;
}

function targetOf(key: string, { active, count, page }: Position): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, active + 1);
    case 'ArrowUp':
      return Math.max(0, active - 1);
    case 'PageDown':
      return Math.min(last, active + page);
    case 'PageUp':
      return Math.max(0, active - page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
