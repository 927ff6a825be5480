export type ClickIntent = 'select' | 'toggle' | 'range' | 'add-range' | 'open';

export interface Click {
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly isTouch: boolean;
  /** True for the second click of a double click on the same entry. */
  readonly isSecond: boolean;
  readonly somethingSelected: boolean;
  /** True in multi-select mode, where plain clicks add to the selection. */
  readonly isMultiple: boolean;
  /** True if the user prefers to open with one click. */
  readonly singleClick: boolean;
}

/** Returns the effect of a click on an entry. */
export function clickIntent(click: Click): ClickIntent {
  const control = click.ctrlKey || click.metaKey;
  if (click.shiftKey) return control || click.isMultiple ? 'add-range' : 'range';
  if (control || click.isMultiple) return 'toggle';
  // With a selection, taps add to it, because touch users have no Ctrl key.
  if (click.isTouch) return click.somethingSelected ? 'toggle' : 'open';
  return click.isSecond || click.singleClick ? 'open' : 'select';
}
