import { childPath, type TreePath } from '#contract/paths.ts';
import type { TreeChanges } from '../../events/tree-changes.ts';
import type { Administration } from '../administration.ts';

type HomeDriver = Administration['driver'];

/** Returns a driver for homes that announces the folders that it creates and removes. */
export function announceHomes(
  driver: HomeDriver,
  changes: Pick<TreeChanges, 'announce'>,
): HomeDriver {
  const announce = (kind: 'appeared' | 'vanished', path: TreePath | undefined): void => {
    if (path !== undefined) changes.announce({ kind, path });
  };
  return {
    features: driver.features,
    resolve: (path, within) => driver.resolve(path, within),
    list: (folder, signal) => driver.list(folder, signal),
    async makeFolder(parent, name) {
      const stat = await driver.makeFolder(parent, name);
      announce('appeared', childPath(parent, name));
      return stat;
    },
    async remove(parent, name) {
      await driver.remove(parent, name);
      announce('vanished', childPath(parent, name));
    },
    removeTemporaryFile: (ref) => driver.removeTemporaryFile(ref),
  };
}
