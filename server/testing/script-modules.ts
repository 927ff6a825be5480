/** Modules below `server/` that the scripts of tests import. */
export const SCRIPT_MODULES = [
  'metadata/database.ts',
  'metadata/lease-database.ts',
  'metadata/users.ts',
  'programs/programs.ts',
  'storage/local/temporary-file-sync.ts',
  'testing/stored-records.ts',
  'lib/rfc3339.ts',
] as const;
export type ScriptModule = (typeof SCRIPT_MODULES)[number];

/** Returns the name of the bundle of a module. */
export function moduleName(file: ScriptModule): string {
  return `module-${file.replace(/\.ts$/, '').replaceAll('/', '-')}`;
}
