/** Facts about a recording that its file states. */
export interface MediaTags {
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  /** Bytes of a JPEG, PNG, GIF or WebP picture. */
  readonly cover?: Uint8Array<ArrayBuffer>;
}

/** Returns `length` bytes of a file from a position, or fewer at its end. */
export type ReadBytes = (from: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

/** Maximum number of bytes of the tags of a file. Larger ones are ignored. */
export const MAX_TAG_BYTES = 4_194_304;

/** Maximum number of characters of a text. */
const MAX_CHARACTERS = 500;

/** Returns a text as one line without control characters; undefined if nothing is left. */
export function cleanText(text: string | undefined): string | undefined {
  const line = text?.replaceAll(/\p{C}+/gu, ' ').trim();
  return line === undefined || line === '' ? undefined : line.slice(0, MAX_CHARACTERS);
}

/** First bytes of the picture formats that every browser shows. SVG is left out, because it can hold scripts. */
const PICTURES: ReadonlyMap<string, string> = new Map([
  ['\u00ff\u00d8\u00ff', 'image/jpeg'],
  ['\u0089PNG', 'image/png'],
  ['GIF8', 'image/gif'],
  ['RIFF', 'image/webp'],
]);

/** Returns the media type of a picture by its first bytes; undefined for other data. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const start = asciiAt(bytes, 0, 4);
  return [...PICTURES].find(([signature]) => start.startsWith(signature))?.[1];
}

/** Returns bytes as characters of the same code. */
export function asciiAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCodePoint(...bytes.subarray(at, at + length));
}

/** Returns a view for numbers of several bytes. Reading beyond its end throws RangeError. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns tags without what is empty or cannot be shown. */
export function cleanTags(tags: {
  readonly title?: string | undefined;
  readonly artist?: string | undefined;
  readonly album?: string | undefined;
  readonly cover?: Uint8Array<ArrayBuffer> | undefined;
}): MediaTags {
  const [title, artist, album] = [tags.title, tags.artist, tags.album].map(cleanText);
  const { cover } = tags;
  return {
    ...(title !== undefined && { title }),
    ...(artist !== undefined && { artist }),
    ...(album !== undefined && { album }),
    ...(cover && pictureTypeOf(cover) !== undefined && { cover }),
  };
}
