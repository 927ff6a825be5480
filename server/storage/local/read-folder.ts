import { readdirSync } from 'node:fs';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { type Name, nameText } from '../raw-name.ts';
import { pathOfDescriptor } from './descriptors.ts';
import { REPLACEMENT } from './walk.ts';

/** Returns the names in the folder `fd` without temporary files. Names that are not UTF-8 are returned as bytes. */
export function readFolderSync(fd: number): Name[] {
  const names = readdirSync(pathOfDescriptor(fd));
  const visible = names.filter((name) => !isTemporaryName(name));
  return visible.some((name) => name.includes(REPLACEMENT)) ? readRawNames(fd) : visible;
}

function readRawNames(fd: number): Name[] {
  return readdirSync(pathOfDescriptor(fd), { encoding: 'buffer' })
    .map(nameFromBytes)
    .filter((name) => !isTemporaryName(nameText(name)));
}

/** Returns a name as text, or as bytes if it is not UTF-8. */
export function nameFromBytes(bytes: Buffer): Name {
  const text = bytes.toString('utf8');
  return !text.includes(REPLACEMENT) || Buffer.from(text).equals(bytes) ? text : bytes;
}
