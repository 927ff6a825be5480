/** What a key means in the listing, told apart from what is done about it. */
export type GridCommand =
  | { readonly do: 'go'; readonly to: number; readonly extend: boolean }
  | { readonly do: 'header' }
  | { readonly do: 'toggle' }
  | { readonly do: 'open' }
  | { readonly do: 'select-all' }
  | { readonly do: 'clear' }
  | { readonly do: 'menu' }
  | { readonly do: 'type'; readonly text: string };

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export interface GridPosition {
  readonly active: number;
  readonly count: number;
  /** Entries that fit into the window. */
  readonly page: number;
  /** A name that is being typed goes on with a space. */
  readonly spaceIsTyped: boolean;
}

export function commandOf(press: KeyPress, position: GridPosition): GridCommand | undefined {
  const { key, shiftKey } = press;
  const control = press.ctrlKey || press.metaKey;
  if (press.altKey) return undefined;
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { do: 'menu' };
  if (control && key.toLowerCase() === 'a') return { do: 'select-all' };
  if (key === 'ArrowUp' && position.active <= 0 && !shiftKey) return { do: 'header' };

  const to = targetOf(key, position);
  if (to !== undefined) return { do: 'go', to, extend: shiftKey };
  if (key === 'Enter' && !control) return { do: 'open' };
  if (key === 'Escape') return { do: 'clear' };
  if (key === ' ' && !position.spaceIsTyped) return { do: 'toggle' };
  // One character is a printed one; names of keys are longer, but an emoji is two units.
  if (!control && [...key].length === 1) return { do: 'type', text: key };
  return undefined;
}

function targetOf(key: string, { active, count, page }: GridPosition): number | undefined {
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
