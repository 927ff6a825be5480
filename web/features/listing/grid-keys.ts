import { type KeyPress, latinKey } from '../../lib/keyboard.ts';
import type { ListingRows } from '../../state/listing-rows.ts';

/** Command of a key in the listing. */
export type GridCommand =
  | { readonly do: 'go'; readonly to: number; readonly extend: boolean }
  /** Focuses the column header or the sort buttons. */
  | { readonly do: 'header' }
  | { readonly do: 'toggle' }
  | { readonly do: 'open' }
  | { readonly do: 'select-all' }
  | { readonly do: 'clear' }
  | { readonly do: 'menu' }
  | { readonly do: 'type'; readonly text: string };

export interface GridPosition {
  readonly active: number;
  readonly count: number;
  readonly rows: Pick<ListingRows, 'columns' | 'lines' | 'lineOf' | 'middleOf' | 'indexNear'>;
  /** Number of lines that fit into the window. */
  readonly page: number;
  /** True for right-to-left text, which mirrors the order of tiles. */
  readonly isMirrored: boolean;
  /** True while a name that is being typed can continue with a space. */
  readonly spaceIsTyped: boolean;
}

/** Returns the command of a pressed key in the listing; undefined for keys without one. */
export function commandOf(press: KeyPress, position: GridPosition): GridCommand | undefined {
  const { key, shiftKey } = press;
  const control = press.ctrlKey || press.metaKey;
  if (press.altKey) return undefined;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { do: 'menu' };
  if (control && !shiftKey && latinKey(press).toLowerCase() === 'a') return { do: 'select-all' };
  // Other combinations belong to the browser. With Ctrl, a space toggles an entry as in other file managers.
  if (control && key !== ' ') return undefined;
  if (key === 'ArrowUp' && !shiftKey && position.rows.lineOf(position.active) === 0) {
    return { do: 'header' };
  }

  const to = targetOf(key, position);
  if (to !== undefined) return { do: 'go', to, extend: shiftKey };
  if (key === 'Enter') return { do: 'open' };
  if (key === 'Escape') return { do: 'clear' };
  if (key === ' ' && (control || !position.spaceIsTyped)) return { do: 'toggle' };
  // Printable keys have one character, which may be two units; names of keys are longer.
  if ([...key].length === 1) return { do: 'type', text: key };
  return undefined;
}

function targetOf(key: string, position: GridPosition): number | undefined {
  const { active, count, rows, page, isMirrored } = position;
  const onwards = isMirrored ? -1 : 1;
  switch (key) {
    case 'ArrowDown':
      return linesAway(1, position);
    case 'ArrowUp':
      return linesAway(-1, position);
    case 'ArrowRight':
    case 'ArrowLeft': {
      // Lists have one column.
      if (rows.columns === 1) return undefined;
      return Math.max(0, Math.min(count - 1, active + (key === 'ArrowRight' ? onwards : -onwards)));
    }
    case 'PageDown':
      return linesAway(page, position);
    case 'PageUp':
      return linesAway(-page, position);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Returns the entry that is `by` lines below, or above if `by` is negative, nearest to the same horizontal position. Stops
 * at the first and the last line.
 */
function linesAway(by: number, { active, rows }: GridPosition): number {
  const line = Math.max(0, Math.min(rows.lines - 1, rows.lineOf(active) + by));
  return rows.indexNear(line, rows.middleOf(active));
}
