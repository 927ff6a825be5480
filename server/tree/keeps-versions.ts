import { isWithin, parseTreePath, type TreePath } from '#contract/paths.ts';
import type { VersionConfig } from '../config/config.ts';
import type { Database } from '../metadata/database.ts';
import { readGlobalSettings } from '../metadata/settings.ts';

/** Returns a function that decides by the present settings whether a file at a path becomes a version when it is replaced. */
export function keepsVersionsAt(
  db: Pick<Database, 'read'>,
  config: Pick<VersionConfig, 'isOn'>,
): (path: TreePath) => Promise<boolean> {
  return async (path) => {
    if (!config.isOn) return false;
    const { foldersWithoutVersions } = await readGlobalSettings(db.read);
    return !foldersWithoutVersions.some((text) => {
      const folder = parseTreePath(text);
      return folder !== undefined && isWithin(folder, path);
    });
  };
}
