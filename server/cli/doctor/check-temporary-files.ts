import type { Reader } from '../../metadata/database.ts';
import { readTemporaryFiles } from '../../metadata/settings.ts';
import { type Finding, ok, warn } from './finding.ts';

/** What the server has found some time after its last start. */
export async function checkTemporaryFiles(read: Reader): Promise<Finding[]> {
  const found = await readTemporaryFiles(read);
  if (found === undefined) return [];
  const about = 'temporary files';
  const at = new Date(found.at).toISOString();
  if (found.count === 0) return [ok(about, `all belonged to something at ${at}`)];
  return [
    warn(
      about,
      `${found.count} belonged to nothing at ${at}; users do not see them`,
      'list them with: filebrowser temporary-files ls; then restore or remove each',
    ),
  ];
}
