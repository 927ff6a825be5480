import { withoutControls } from '../lib/without-controls.ts';

/** Backslashes separate names on Windows. */
const UNSAFE_CHARACTERS = /\\/g;
/** `C:y` is a path on another drive on Windows. */
const DRIVE = /^([a-z]):/i;
/** Windows drops dots and spaces at the end of a name. */
const END = /[. ]+$/;
/** Devices of Windows, also with an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;

/**
 * Returns a name that is safe to unpack on every system and to show in a terminal. Replaces unsafe characters by `_`,
 * and puts one before names of devices. Keeps other names that Windows does not support, such as `why?`: programs on
 * Windows replace the characters, and other systems restore the same name.
 */
export function safeName(name: string): string {
  const replaced = withoutControls(name)
    .replaceAll(UNSAFE_CHARACTERS, '_')
    .replace(DRIVE, '$1_')
    .replace(END, (end) => '_'.repeat(end.length));
  return DEVICE.test(replaced) ? `_${replaced}` : replaced;
}
