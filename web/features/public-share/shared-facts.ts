import type { PublicFolder, PublicResource } from '#contract/shares.ts';

export function isFolder(resource: PublicResource): resource is PublicFolder {
  return 'items' in resource;
}

/** Of the folder that holds what is at `path`; '/' for what was shared itself. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
