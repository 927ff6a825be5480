import { layOutPhotos, PHOTOS } from '../fixtures/photos.ts';
import type { Served } from '../server/use-server.ts';
import { createShare, tokenOf } from './public-shares.ts';

export interface SharedPhotos {
  /** Where the folder is on the disk. */
  readonly folder: string;
  /** As bob calls it, with a slash at the end; encoded. */
  readonly path: string;
  /** Hashes of links to it: one without a password, and one with `p`. */
  readonly open: string;
  readonly locked: string;
  /** Stands for the password of `locked`. */
  readonly token: string;
}

/** Lays the folder of photos out in bob's home, and shares it. */
export async function sharePhotos(served: Served): Promise<SharedPhotos> {
  const folder = layOutPhotos(served.server.root);
  const path = `/${encodeURIComponent(PHOTOS)}/`;
  const open = (await createShare(served, 'bob', path)).hash;
  const locked = (await createShare(served, 'bob', path, { password: 'p' })).hash;
  return { folder, path, open, locked, token: await tokenOf(served, locked, 'p') };
}
