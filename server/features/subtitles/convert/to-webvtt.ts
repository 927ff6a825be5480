import { webVttOf } from './cue.ts';
import { decodeText } from './decode-text.ts';
import { readSubRip } from './subrip.ts';
import { readSubStation } from './substation.ts';
import type { SubtitleFormat } from './subtitle-formats.ts';

/** Subtitles in any encoding as WebVTT in UTF-8; without cues where there are none to find. */
export function toWebVtt(format: SubtitleFormat, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(convert(format, plainLines(decodeText(bytes))));
}

function convert(format: SubtitleFormat, text: string): string {
  switch (format) {
    case 'vtt':
      // Without its first line it is what SubRip is, save for the point in its times.
      return /^WEBVTT(?:[ \t\n]|$)/.test(text) ? text : webVttOf(readSubRip(text));
    case 'srt':
      return webVttOf(readSubRip(text));
    case 'ass':
    case 'ssa':
      return webVttOf(readSubStation(text));
  }
}

/** Some programs have written two carriage returns to a line. A bound keeps a file of nothing else from taking hours. */
function plainLines(text: string): string {
  return text.replaceAll('\0', '').replace(/\r{1,3}\n|\r/g, '\n');
}
