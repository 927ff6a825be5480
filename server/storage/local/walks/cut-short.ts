import type { Progress } from '../../../lib/serve-tasks.ts';

/** The caller wants no more of a copy, while a file was copied in part. */
export class CutShort extends Error {
  override readonly name = 'CutShort';

  constructor() {
    super('the copy was asked to end early');
  }
}

/** Throws `CutShort` when the caller wants no more. Called between the pieces of a file. */
export function throwIfEnough({ isEnough = false }: Progress): void {
  if (isEnough) throw new CutShort();
}
