/** Text in an encoding that Node only reads: whatever one or two bytes decode to is found by trying all. */
export function encodeForTest(encoding: string, text: string): Uint8Array {
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const bytesOf = tableOf(encoding);
  return Buffer.concat(
    Array.from(text, (letter) => {
      const bytes = bytesOf.get(letter);
      if (bytes === undefined) throw new Error(`${encoding} has no ${letter}`);
      return bytes;
    }),
  );
}

const tables = new Map<string, ReadonlyMap<string, Uint8Array>>();

function tableOf(encoding: string): ReadonlyMap<string, Uint8Array> {
  const table = tables.get(encoding) ?? makeTable(encoding);
  tables.set(encoding, table);
  return table;
}

function makeTable(encoding: string): ReadonlyMap<string, Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, Uint8Array>();
  const add = (bytes: Uint8Array): void => {
    const [letter, ...more] = decoder.decode(bytes);
    const isNew = letter !== undefined && more.length === 0 && !table.has(letter);
    if (isNew && letter !== '\ufffd') table.set(letter, bytes);
  };
  for (let first = 0; first < 256; first += 1) add(Uint8Array.of(first));
  for (let first = 0x81; first < 256; first += 1) {
    for (let second = 0x40; second < 256; second += 1) add(Uint8Array.of(first, second));
  }
  return table;
}
