import type { PhotoFacts } from '#contract/metadata.ts';
import type { ReadAt } from './picture.ts';
import { viewOf } from './headers/header.ts';

const MAKER = 0x10f;
const MODEL = 0x110;
const EXIF_DIRECTORY = 0x87_69;
const GPS_DIRECTORY = 0x88_25;
const EXPOSURE_TIME = 0x82_9a;
const F_NUMBER = 0x82_9d;
const ISO = 0x88_27;
const TAKEN_AT = 0x90_03;
const FOCAL_LENGTH = 0x92_0a;
const LENS = 0xa4_34;
const LATITUDE_HALF = 1;
const LATITUDE = 2;
const LONGITUDE_HALF = 3;
const LONGITUDE = 4;

/** Maximum number of tags. A directory with more is invalid. */
const MAX_TAGS = 512;
/** Maximum length of a text or list of numbers in bytes. */
const MAX_VALUE_BYTES = 256;
/** Lengths in bytes of the types that are read: text, short, long and rational. */
const TYPE_BYTES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 5: 8 };

type Value = string | readonly number[];
type Directory = ReadonlyMap<number, Value>;

/**
 * Reads what a camera has stored in the EXIF that begins at `start` of the file. Values that are cut off, too long or
 * impossible are left out.
 */
export async function readPhotoFacts(readAt: ReadAt, start: number): Promise<PhotoFacts> {
  const head = viewOf(await readAt(start, 8));
  const isLittle = head.getUint16(0) === 0x49_49;
  const read = (position: number | undefined) =>
    position === undefined
      ? Promise.resolve<Directory>(new Map())
      : readDirectory({ readAt, start, isLittle }, position);
  const main = await read(head.getUint32(4, isLittle));
  const exif = await read(numberIn(main, EXIF_DIRECTORY));
  const gps = await read(numberIn(main, GPS_DIRECTORY));
  return present({
    camera: cameraIn(main),
    lens: textIn(exif, LENS),
    takenAt: timeOf(textIn(exif, TAKEN_AT)),
    exposureSeconds: positiveIn(exif, EXPOSURE_TIME),
    aperture: positiveIn(exif, F_NUMBER),
    iso: positiveIn(exif, ISO),
    focalLengthMm: positiveIn(exif, FOCAL_LENGTH),
    place: placeIn(gps),
  });
}

/** Drops facts without a value. */
function present(facts: {
  readonly [Fact in keyof PhotoFacts]: PhotoFacts[Fact] | undefined;
}): PhotoFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Most makers repeat their name in the model. */
function cameraIn(main: Directory): string | undefined {
  const maker = textIn(main, MAKER);
  const model = textIn(main, MODEL);
  if (maker === undefined || model === undefined) return model ?? maker;
  const [firstWord = ''] = maker.split(' ');
  return model.toLowerCase().startsWith(firstWord.toLowerCase()) ? model : `${maker} ${model}`;
}

/** Returns '2025-07-12T08:20:11' for '2025:07:12 08:20:11'; undefined for a time that no clock shows. */
function timeOf(text: string | undefined): string | undefined {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(text ?? '');
  if (parts === null) return undefined;
  const time = `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}`;
  const ms = Date.parse(`${time}Z`);
  if (Number.isNaN(ms)) return undefined;
  // Date.parse accepts 30 February as 2 March.
  return new Date(ms).toISOString().startsWith(time) ? time : undefined;
}

function placeIn(gps: Directory): PhotoFacts['place'] {
  const latitude = degreesIn(gps, LATITUDE, LATITUDE_HALF, 90);
  const longitude = degreesIn(gps, LONGITUDE, LONGITUDE_HALF, 180);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

/** Degrees, minutes and seconds, and the letter of the half of the globe. */
function degreesIn(gps: Directory, tag: number, halfTag: number, most: number): number | undefined {
  const parts = gps.get(tag);
  const half = textIn(gps, halfTag);
  if (typeof parts !== 'object' || half === undefined) return undefined;
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts;
  const value = degrees + minutes / 60 + seconds / 3_600;
  if (!(value >= 0 && value <= most)) return undefined;
  const rounded = Math.round(value * 1e6) / 1e6;
  return half === 'S' || half === 'W' ? -rounded : rounded;
}

function textIn(directory: Directory, tag: number): string | undefined {
  const value = directory.get(tag);
  if (typeof value !== 'string') return undefined;
  // oxlint-disable-next-line no-control-regex -- cameras fill fields of a fixed length with NUL
  const text = value.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return text === '' ? undefined : text;
}

function numberIn(directory: Directory, tag: number): number | undefined {
  const value = directory.get(tag);
  return typeof value === 'object' ? value[0] : undefined;
}

function positiveIn(directory: Directory, tag: number): number | undefined {
  const value = numberIn(directory, tag);
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

interface TiffReader {
  readonly readAt: ReadAt;
  readonly start: number;
  readonly isLittle: boolean;
}

async function readDirectory(reader: TiffReader, position: number): Promise<Directory> {
  const { readAt, start, isLittle } = reader;
  const head = await readAt(start + position, 2);
  const values = new Map<number, Value>();
  const count = head.length < 2 ? 0 : viewOf(head).getUint16(0, isLittle);
  if (count > MAX_TAGS) return values;
  const view = viewOf(await readAt(start + position + 2, count * 12));
  for (let at = 0; at + 12 <= view.byteLength; at += 12) {
    const value = await readValue(reader, view, at);
    if (value !== undefined) values.set(view.getUint16(at, isLittle), value);
  }
  return values;
}

/** Values of up to four bytes are in the directory itself; of longer ones, it has the position. */
async function readValue(
  { readAt, start, isLittle }: TiffReader,
  entry: DataView,
  at: number,
): Promise<Value | undefined> {
  const type = entry.getUint16(at + 2, isLittle);
  const count = entry.getUint32(at + 4, isLittle);
  const length = (TYPE_BYTES[type] ?? 0) * count;
  if (length === 0 || length > MAX_VALUE_BYTES) return undefined;
  const bytes =
    length <= 4
      ? new Uint8Array(entry.buffer, entry.byteOffset + at + 8, length)
      : await readAt(start + entry.getUint32(at + 8, isLittle), length);
  if (bytes.length < length) return undefined;
  return type === 2
    ? Buffer.from(bytes).toString()
    : numbersOf(viewOf(bytes), { type, count, isLittle });
}

function numbersOf(
  view: DataView,
  {
    type,
    count,
    isLittle,
  }: { readonly type: number; readonly count: number; readonly isLittle: boolean },
): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    if (type === 3) return view.getUint16(index * 2, isLittle);
    if (type === 4) return view.getUint32(index * 4, isLittle);
    return view.getUint32(index * 8, isLittle) / view.getUint32(index * 8 + 4, isLittle);
  });
}
