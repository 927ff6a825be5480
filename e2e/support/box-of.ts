import type { Locator } from '@playwright/test';
import { expect } from './journey.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where something is drawn once it rests: a view that is being switched, or a panel on its way in, may still move it. */
export async function boxOf(target: Locator): Promise<Box> {
  let last: Box | null = null;
  await expect(async () => {
    const before = last;
    last = await target.boundingBox();
    expect(last).not.toBeNull();
    expect(last).toEqual(before);
  }).toPass({ intervals: [50], timeout: 15_000 });
  if (!last) throw new Error('nothing is drawn');
  return last;
}
