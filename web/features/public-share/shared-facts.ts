import type { PublicFolder, PublicResource } from '#contract/shares.ts';

export function isFolder(resource: PublicResource): resource is PublicFolder {
  return 'items' in resource;
}

/** Returns the parent folder of `path`; '/' for the shared item itself. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}
