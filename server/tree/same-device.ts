import type { TreePath } from '#contract/paths.ts';
import { newPartIn, refOfPart } from './hidden-part.ts';
import type { Tree } from './tree.ts';

/** Whether what lies in one folder can be given a place in the other one without being copied: tried with a part. */
export async function isOnSameDevice(tree: Tree, one: TreePath, other: TreePath): Promise<boolean> {
  const tried = await tree.driver.createPart(one);
  await tried.close();
  const there = newPartIn(other);
  try {
    const { kind } = await tree.driver.move(refOfPart(tried.ref), refOfPart(there), {
      replace: false,
    });
    return kind === 'moved';
  } finally {
    await tree.driver.removePart(tried.ref);
    await tree.driver.removePart(there);
  }
}
