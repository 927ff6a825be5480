/** Formats by the extensions of files. Separate from the converters, which only their thread loads. */
export const SUBTITLE_FORMATS = ['vtt', 'srt', 'ass', 'ssa'] as const;
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];
