import { providePrograms } from './debian-programs.mjs';

/** By program: the Debian package that brings it. */
const PACKAGES = { ffmpeg: 'ffmpeg', ffprobe: 'ffmpeg' };

/** Programs that make films, sounds and subtitles to test with; the names of those that are missing. */
export function provideMediaTools() {
  return providePrograms(PACKAGES, 'the tests of films and subtitles');
}
