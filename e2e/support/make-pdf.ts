import { createHash } from 'node:crypto';

/**
 * Returns a PDF whose pages contain "Page 1" and so on in large letters, optionally encrypted with a password. Its table of contents
 * has an entry "Chapter 30" for page 30 if there is one, and the first page links to it and to another site.
 */
export function makePdf(pageCount: number, password?: string): Buffer {
  const lock = password === undefined ? undefined : lockFor(password);
  const pages = Array.from({ length: pageCount }, (_, index) => index + 1);
  const idOf = (page: number) => 2 + 2 * page;
  const hasContents = pageCount >= 30;
  const outlineId = idOf(pageCount) + 2;
  const outline = hasContents ? ` /Outlines ${outlineId} 0 R` : '';
  const chapter = `[${idOf(30)} 0 R /XYZ 0 842 0]`;
  const links =
    `/Annots [<< /Type /Annot /Subtype /Link /Rect [72 560 300 640] /Dest ${chapter} >> ` +
    '<< /Type /Annot /Subtype /Link /Rect [72 460 300 540] /A << /S /URI /URI (https://example.org/more) >> >> ' +
    '<< /Type /Annot /Subtype /Link /Rect [72 360 300 440] /A << /S /JavaScript /JS (app.alert\\(1\\)) >> >>] ';
  const objects: Buffer[] = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R${outline} >>`),
    Buffer.from(
      `<< /Type /Pages /Count ${pageCount} /Kids [${pages.map((page) => `${idOf(page)} 0 R`).join(' ')}] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...pages.flatMap((page) => {
      const words = Buffer.from(`BT /F1 48 Tf 72 700 Td (Page ${page}) Tj ET`);
      const stream = lock ? lock.close(words, idOf(page) + 1) : words;
      return [
        Buffer.from(
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ' +
            (hasContents && page === 1 ? links : '') +
            `/Resources << /Font << /F1 3 0 R >> >> /Contents ${idOf(page) + 1} 0 R >>`,
        ),
        Buffer.concat([
          Buffer.from(`<< /Length ${stream.length} >>\nstream\n`),
          stream,
          Buffer.from('\nendstream'),
        ]),
      ];
    }),
    ...(hasContents
      ? [
          Buffer.from(
            `<< /Type /Outlines /First ${outlineId + 1} 0 R /Last ${outlineId + 1} 0 R /Count 1 >>`,
          ),
          Buffer.from(`<< /Title (Chapter 30) /Parent ${outlineId} 0 R /Dest ${chapter} >>`),
        ]
      : []),
    ...(lock ? [lock.dictionary] : []),
  ];
  return assemble(objects, lock !== undefined);
}

const FILE_ID = Buffer.alloc(16, 7);

function assemble(objects: readonly Buffer[], isLocked: boolean): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\u00e2\u00e3\n', 'latin1')];
  let length = parts[0]?.length ?? 0;
  const offsets: number[] = [];
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  objects.forEach((object, index) => {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const id = FILE_ID.toString('hex');
  const lock = isLocked ? ` /Encrypt ${objects.length} 0 R` : '';
  const start = length;
  add(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}` +
        `trailer\n<< /Size ${count} /Root 1 0 R /ID [<${id}> <${id}>]${lock} >>\n` +
        `startxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** Returns the encryption of ISO 32000-1, section 7.6, with a key of 40 bits, which every reader supports. */
function lockFor(password: string) {
  const padding = Buffer.from(
    '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
    'hex',
  );
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32);
  const permissions = Buffer.from('c0ffffff', 'hex');
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(Buffer.concat([padded, owner, permissions, FILE_ID])).subarray(0, 5);
  const user = rc4(key, padding);
  return {
    dictionary: Buffer.from(
      `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> ` +
        `/U <${user.toString('hex')}> /P ${permissions.readInt32LE()} >>`,
    ),
    close(bytes: Buffer, object: number): Buffer {
      const own = Buffer.concat([key, Buffer.from([object & 255, object >> 8, 0, 0, 0])]);
      return rc4(md5(own).subarray(0, 10), bytes);
    },
  };
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest();
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number) => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one & 255] = at(other);
    state[other & 255] = kept;
  };
  for (let index = 0, other = 0; index < 256; index += 1) {
    other = (other + at(index) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let other = 0;
  return Buffer.from(
    bytes.map((byte, index) => {
      const one = (index + 1) & 255;
      other = (other + at(one)) & 255;
      swap(one, other);
      return byte ^ at(at(one) + at(other));
    }),
  );
}
