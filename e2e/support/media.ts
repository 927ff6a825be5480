import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';

/** Creates a coloured picture of hills in the format of the file's extension. */
export async function makePicture(
  file: string,
  { width, height, hue = 200 }: { width: number; height: number; hue?: number },
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  await sharp(Buffer.from(hills(width, height, hue))).toFile(file);
}

/** Creates a photograph of noise, which stays large in every format. */
export async function makeLargePhotograph(
  file: string,
  { width, height }: { width: number; height: number },
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 90 })
    .toFile(file);
}

/** Returns the hills as an SVG drawing without a background. */
export function hills(width: number, height: number, hue: number): string {
  const crest = (y: number, light: number) =>
    `<path d="M0 ${height} V${y * height} Q${width / 4} ${(y - 0.3) * height} ${width / 2} ${y * height} ` +
    `T${width} ${y * height} V${height}Z" fill="hsl(${hue} 45% ${light}%)"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<circle cx="${width * 0.7}" cy="${height * 0.3}" r="${height * 0.12}" fill="hsl(40 90% 70%)"/>` +
    `${crest(0.55, 60)}${crest(0.7, 40)}${crest(0.85, 22)}</svg>`
  );
}

/** Creates a video with sound in a format that every browser plays. */
export function makeVideo(file: string, seconds: number): void {
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=10:duration=${seconds}`];
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`];
  ffmpeg([
    ...picture,
    ...sound,
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-c:a',
    'libopus',
    file,
  ]);
}

/** Creates a video of a slow pan across a picture, with sound. */
export function makePan(file: string, picture: string, seconds: number): void {
  const across = `crop=960:540:x='(in_w-960)*t/${seconds}':y='(in_h-540)/2'`;
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`];
  const codecs = ['-c:v', 'libvpx', '-b:v', '2M', '-deadline', 'realtime', '-cpu-used', '8'];
  const film = ['-loop', '1', '-framerate', '12', '-i', picture, ...sound, '-vf', across];
  ffmpeg([...film, '-t', String(seconds), ...codecs, '-c:a', 'libopus', file]);
}

/** Creates a sound file. */
export function makeSound(file: string, seconds: number): void {
  ffmpeg(['-f', 'lavfi', '-i', `sine=frequency=220:duration=${seconds}`, file]);
}

/** Creates an MP3 file with tags and a cover. */
export function makeSong(
  file: string,
  seconds: number,
  { title, artist, cover }: { title: string; artist: string; cover: string },
): void {
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=220:duration=${seconds}`, '-i', cover];
  const tags = ['-metadata', `title=${title}`, '-metadata', `artist=${artist}`];
  ffmpeg([...sound, '-map', '0', '-map', '1', '-b:a', '32k', ...tags, file]);
}

function ffmpeg(flags: readonly string[]): void {
  const { error, status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...flags], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`ffmpeg failed: ${error?.message ?? stderr}`);
}
