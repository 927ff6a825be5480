import type { Progress } from '../../../lib/serve-tasks.ts';

/** Ends the copy of a file in the middle, because the caller asked for an early end. */
export class CutShort extends Error {
  override readonly name = 'CutShort';

  constructor() {
    super('the copy was asked to end early');
  }
}

/** Throws `CutShort` when the caller has asked for an early end. Called between the pieces of a file. */
export function throwIfEnough({ isEnough = false }: Progress): void {
  if (isEnough) throw new CutShort();
}
