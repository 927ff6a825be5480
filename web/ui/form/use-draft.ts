import { useState } from 'react';
import { isSame } from './is-same.ts';

/** What a form shows, and what of it has been changed. */
export interface Draft<Fields extends object> {
  /** What is saved, with what has been changed. */
  readonly draft: Fields;
  /** Only what differs from what is saved. */
  readonly changes: Partial<Fields>;
  readonly isChanged: boolean;
  change(fields: Partial<Fields>): void;
  /** As it is saved. */
  reset(): void;
  /** These have been saved; what was changed meanwhile stays. */
  settle(sent: Partial<Fields>): void;
}

/** When `saved` is fetched anew, what has been changed here stays, and everything else follows. */
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

/** Those of `fields` that are otherwise in `others`, or not there. */
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
