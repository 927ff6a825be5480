export type ClickIntent = 'select' | 'toggle' | 'range' | 'add-range' | 'open';

export interface Click {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly isTouch: boolean;
  /** The same entry was clicked within the window of a double click. */
  readonly isSecond: boolean;
  readonly somethingSelected: boolean;
  /** Several are being selected: clicks need no key to add. */
  readonly isMultiple: boolean;
  /** The user prefers to open with one click. */
  readonly singleClick: boolean;
}

/** What a click on an entry means. */
export function clickIntent(click: Click): ClickIntent {
  const control = click.ctrlKey || click.metaKey;
  if (click.shiftKey) return control || click.isMultiple ? 'add-range' : 'range';
  if (control || click.isMultiple) return 'toggle';
  // While something is selected a finger goes on selecting; it has no Ctrl key to hold.
  if (click.isTouch) return click.somethingSelected ? 'toggle' : 'open';
  return click.isSecond || click.singleClick ? 'open' : 'select';
}
