import { asRecorded, refused, type Expectations } from './expectation.ts';

const NO_CUES = { headers: { 'content-type': 'text/vtt' }, body: { text: 'WEBVTT\n' } };

export const SUBTITLE: Expectations = {
  conversion: {
    'GET /api/subtitle/a.txt as nodownload': refused('a missing download permission is 403', 403),
    'GET /api/subtitle/subs-test/bad.srt?inline=true as carol': asRecorded(
      'a file without cues gives an empty track',
      { status: 200, ...NO_CUES },
    ),
    'GET /api/subtitle/subs-test/UPPER.SRT?inline=true as carol': asRecorded(
      'the extension is recognized in any case',
      {
        body: {
          text: 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello\nworld\n\n2\n00:00:03.000 --> 00:00:04.000\nSecond <i>cue</i>\n',
        },
      },
    ),
  },
};
