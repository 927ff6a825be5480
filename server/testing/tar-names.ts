/** Returns the member names of an uncompressed tar in order; names must be short. */
export function namesInTar(tar: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; tar[at] !== undefined && tar[at] !== 0;) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    if (tar.toString('latin1', at + 156, at + 157) !== 'x') {
      names.push(tar.toString('utf8', at, tar.indexOf(0, at)));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return names;
}
