import type { Locator } from '@playwright/test';
import { expect } from './journey.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the position and size of an element after it has stopped moving. */
export async function boxOf(target: Locator): Promise<Box> {
  let last: Box | null = null;
  await expect(async () => {
    const before = last;
    last = await target.boundingBox();
    expect(last).not.toBeNull();
    expect(last).toEqual(before);
  }).toPass({ intervals: [50], timeout: 15_000 });
  if (!last) throw new Error('the element has no box');
  return last;
}
