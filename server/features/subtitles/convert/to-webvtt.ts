import { webVttOf } from './cue.ts';
import { decodeText } from './decode-text.ts';
import { readSubRip } from './subrip.ts';
import { readSubStation } from './substation.ts';
import type { SubtitleFormat } from './subtitle-formats.ts';

/** Converts subtitles in any encoding to WebVTT in UTF-8. Returns a track without cues if none are found. */
export function toWebVtt(format: SubtitleFormat, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(convert(format, plainLines(decodeText(bytes))));
}

function convert(format: SubtitleFormat, text: string): string {
  switch (format) {
    case 'vtt':
      // Without the first line of WebVTT, the text is parsed like SubRip, which differs only in the point in its
      // times.
      return /^WEBVTT(?:[ \t\n]|$)/.test(text) ? text : webVttOf(readSubRip(text));
    case 'srt':
      return webVttOf(readSubRip(text));
    case 'ass':
    case 'ssa':
      return webVttOf(readSubStation(text));
  }
}

/**
 * Converts line ends to line feeds. Some programs write two carriage returns per line; the number is limited because the
 * pattern would otherwise take hours for a file of carriage returns.
 */
function plainLines(text: string): string {
  return text.replaceAll('\0', '').replace(/\r{1,3}\n|\r/g, '\n');
}
