import { constants } from 'node:fs';
import { stat } from 'node:fs/promises';
import { may } from './check-root.ts';
import { type Finding, ok, warn } from './finding.ts';

const { R_OK, X_OK } = constants;

/** `folder` is absolute. */
export async function checkBranding(folder: string): Promise<Finding> {
  const about = 'branding';
  const advice = 'make the folder readable, or name another with config set --branding.files';
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true) return warn(about, `there is no folder ${folder}`, advice);
  if (!(await may(folder, R_OK | X_OK))) {
    return warn(about, `${folder} cannot be read by this user`, advice);
  }
  return ok(about, folder);
}
