/** Characters that Windows does not allow in names or takes for separators, and control characters. */
const UNSAFE_CHARACTERS = /[\\<>:"|?*\p{Cc}]/gu;
/** Windows drops dots and spaces at the end of a name. */
const END = /[. ]+$/;
/** Devices of Windows, also with an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i;

/**
 * Returns a name that can be unpacked on every system and shown in a terminal: unsafe characters become `_`, and names of devices get one
 * in front. Other names stay as they are.
 */
export function safeName(name: string): string {
  const replaced = name
    .replaceAll(UNSAFE_CHARACTERS, '_')
    .replace(END, (end) => '_'.repeat(end.length));
  return DEVICE.test(replaced) ? `_${replaced}` : replaced;
}
