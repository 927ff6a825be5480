import { rawUrl } from '#contract/files.ts';
import type { DocumentLocation } from '../lib/markdown/safe-document.ts';
import { filesAddress } from '../lib/path-codec.ts';
import { callAddress } from './http.ts';

/** Returns the resolver for links and images of a document at `path` in the user's files. */
export function documentLocation(path: string): DocumentLocation {
  return {
    folder: path.slice(0, path.lastIndexOf('/') + 1),
    pageOf: (target) => callAddress(filesAddress(target)),
    pictureOf: (target) => callAddress(rawUrl(target, { inline: true })),
  };
}
