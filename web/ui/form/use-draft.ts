import { useState } from 'react';
import { isSame } from './is-same.ts';

/** Edited values of a form. */
export interface Draft<Fields extends object> {
  /** Saved values with the edits applied. */
  readonly draft: Fields;
  /** Fields that differ from the saved values. */
  readonly changes: Partial<Fields>;
  readonly isChanged: boolean;
  change(fields: Partial<Fields>): void;
  /** Discards the edits. */
  reset(): void;
  /** Removes edits that were saved; keeps later ones. */
  settle(sent: Partial<Fields>): void;
}

/** Keeps edits when `saved` is reloaded, while all other fields follow it. */
export function useDraft<Fields extends object>(saved: Fields): Draft<Fields> {
  const [edits, setEdits] = useState<Partial<Fields>>({});
  const changes = without(edits, saved);
  return {
    draft: { ...saved, ...edits },
    changes,
    isChanged: Object.keys(changes).length > 0,
    change: (fields) => setEdits((before) => ({ ...before, ...fields })),
    reset: () => setEdits({}),
    settle: (sent) => setEdits((before) => without(before, sent)),
  };
}

/** Returns the fields that differ from `others` or are missing there. */
function without<Fields extends object>(
  fields: Partial<Fields>,
  others: Partial<Fields>,
): Partial<Fields> {
  const rest: Partial<Fields> = {};
  for (const name in fields) {
    if (!(name in others) || !isSame(fields[name], others[name])) rest[name] = fields[name];
  }
  return rest;
}
