import { extensionOf, mediaClassOf, type MediaClass } from '../../../file-types/extensions.ts';

// Flags of an entry in one byte: three bits for the class of its extension, one for a folder. `Segment` uses two others.
const CLASS_BITS = 0x07;
export const FOLDER_FLAG = 0x08;

const CLASSES: readonly MediaClass[] = ['video', 'audio', 'image', 'pdf', 'text', 'other'];

/** Returns the flags of a name. */
export function flagsOfName(name: string, isFolder: boolean): number {
  const mediaClass = mediaClassOf(extensionOf(name));
  const code = mediaClass === undefined ? 0 : codeOf(mediaClass);
  return isFolder ? code | FOLDER_FLAG : code;
}

/** Returns one bit for each of the given classes. */
export function classMask(classes: readonly MediaClass[]): number {
  return classes.reduce((mask, each) => mask | (1 << codeOf(each)), 0);
}

/** Returns true if the class in the flags is one of those in the mask. */
export function isOfClass(flags: number, mask: number): boolean {
  return ((mask >> (flags & CLASS_BITS)) & 1) === 1;
}

function codeOf(mediaClass: MediaClass): number {
  return CLASSES.indexOf(mediaClass) + 1;
}
