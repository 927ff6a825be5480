import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SUBTITLE_FORMATS, type SubtitleFormat } from './subtitle-formats.ts';
import { toWebVtt } from './to-webvtt.ts';

function converted(format: SubtitleFormat, text: string): string {
  return Buffer.from(toWebVtt(format, Buffer.from(text))).toString();
}

/** Returns the text of a track with one cue. */
function shown(format: SubtitleFormat, text: string): string | undefined {
  return converted(format, text).split('\n\n1\n')[1]?.replace(/^.*\n/, '').trimEnd();
}

function srt(words: string): string {
  return `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
}

const ASS = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;

function ass(words: string): string {
  return `${ASS}Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${words}\n`;
}

describe('SubRip', () => {
  test('is converted to numbered cues with a point in their times', () => {
    expect(
      converted(
        'srt',
        '1\n00:00:01,000 --> 00:00:02,500\nHello<br>world\n\n2\n00:00:03,000 --> 00:00:04,000\nSecond <i>cue</i>\n',
      ),
    ).toBe(
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello\nworld\n\n2\n00:00:03.000 --> 00:00:04.000\nSecond <i>cue</i>\n',
    );
  });

  test.each([
    ['Windows line ends', '1\r\n00:00:01,000 --> 00:00:02,000\r\nOne\r\nTwo\r\n\r\n'],
    ['line ends that were doubled', '1\r\r\n00:00:01,000 --> 00:00:02,000\r\r\nOne\r\r\nTwo\r\r\n'],
    ['old Macintosh line ends', '1\r00:00:01,000 --> 00:00:02,000\rOne\rTwo\r'],
    ['no number and no empty line', '00:00:01,000 --> 00:00:02,000\nOne\nTwo'],
    ['positions on the screen', '1\n00:00:01,000 --> 00:00:02,000 X1:1 X2:2 Y1:3 Y2:4\nOne\nTwo\n'],
    ['an empty line before the words', '1\n00:00:01,000 --> 00:00:02,000\n\nOne\nTwo\n'],
    ['short and pointed times', '1\n0:1.0 --> 0:02\nOne\nTwo\n'],
  ])('is read with %s', (_, text) => {
    expect(converted('srt', text)).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nOne\nTwo\n');
  });

  test('without empty lines between cues keeps all text and shows no numbers', () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n';
    expect(converted('srt', text)).toBe(
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nOne\n\n2\n00:00:03.000 --> 00:00:04.000\nTwo\n',
    );
  });

  test('skips broken cues and keeps the rest', () => {
    const text = `nonsense

1
00:00:01,000 -> 00:00:02,000
The arrow is broken

2
00:00:03,000 --> 00:00:04,000
Good

3
00:00:05,000 --> 00:00:05,000
Never shown

4
00:00:09,000 --> 00:00:08,000
Ends before it begins

5
-00:00:01,000 --> 00:00:01,000
Has begun before the video

6
00:00:06,000 --> 00:00:07,000

`;
    expect(converted('srt', text)).toBe(
      'WEBVTT\n\n1\n00:00:00.000 --> 00:00:01.000\nHas begun before the video\n\n2\n00:00:03.000 --> 00:00:04.000\nGood\n',
    );
  });

  test('is sorted by time, and keeps overlapping cues', () => {
    const text =
      '1\n00:00:03,000 --> 00:00:09,000\nLater\n\n2\n00:00:01,000 --> 00:00:05,000\nSooner\n';
    expect(converted('srt', text)).toBe(
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:05.000\nSooner\n\n2\n00:00:03.000 --> 00:00:09.000\nLater\n',
    );
  });

  test('may last more than ninety-nine hours', () => {
    expect(converted('srt', '1\n100:00:00,000 --> 100:00:01,000\nLong\n')).toContain(
      '100:00:00.000 --> 100:00:01.000',
    );
  });
});

describe('markup', () => {
  test.each([
    ['<I>so</I> <b class="x">it</b> <u>is</u>', '<i>so</i> <b>it</b> <u>is</u>'],
    ['<font color="#ff0000">red</font>', 'red'],
    ['{\\an8}above{\\i1}!', 'above!'],
    ['one<br/>two<BR />three', 'one\ntwo\nthree'],
    ['one<br><br>two', 'one\ntwo'],
    ['Q&A, 1 < 2 > 0', 'Q&amp;A, 1 &lt; 2 &gt; 0'],
    ['&lt;b&gt; &amp;&nbsp;&copy;', '&lt;b&gt; &amp;&nbsp;&amp;copy;'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<i onclick="alert(1)">x</i>', '<i>x</i>'],
    ['{not a tag}', '{not a tag}'],
  ])('%j is shown as %j', (words, text) => {
    expect(shown('srt', srt(words))).toBe(text);
  });

  test('without text is no cue', () => {
    expect(converted('srt', srt('<i></i>{\\an8}<br>'))).toBe('WEBVTT\n');
  });

  test('neither ends nor begins a cue', () => {
    const line = fc.stringMatching(/^[<>{}\\&;a-z/!NhpN0-9:. -]{0,40}$/);
    fc.assert(
      fc.property(fc.constantFrom('srt', 'ass'), fc.array(line), (format, lines) => {
        const source = format === 'srt' ? srt(lines.join('<br>')) : ass(lines.join('\\N'));
        const blocks = converted(format, source).trimEnd().split('\n\n');
        expect(blocks.length).toBeLessThanOrEqual(2);
        expect(blocks[1]?.match(/-->/g)?.length ?? 1).toBe(1);
        expect((blocks[1] ?? '').replace(/<\/?[ibu]>|-->/g, '')).not.toMatch(/[<>]/);
      }),
    );
  });
});

describe('SubStation Alpha', () => {
  test.each([
    ['First line\\Nand second', 'First line\nand second'],
    ['Yes, no, perhaps', 'Yes, no, perhaps'],
    ['{\\pos(1,2)\\fad(1,1)}Here{\\b1} and there', 'Here and there'],
    ['{a remark}Said', 'Said'],
    ['a\\hb\\nc', 'a\u00a0b\nc'],
    ['{\\p1}m 0 0 l 100 0 100 100{\\p0}Said', 'Said'],
    ['{\\pos(5,5)\\p2}m 0 0 l 1 1', undefined],
    ['{\\pbo5}Words', 'Words'],
    ['1 < 2', '1 &lt; 2'],
  ])('%j is shown as %j', (words, text) => {
    expect(shown('ass', ass(words))).toBe(text);
  });

  test('has the columns of its Format line', () => {
    const text =
      '[Events]\nFormat: Start, Text, End\n[Events]\nFormat: Marked, End, Start, Text\nDialogue: Marked=0,0:00:02.50,0:00:01.00,Hello, you\n';
    expect(converted('ssa', text)).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.500\nHello, you\n');
  });

  test('has the usual columns without a Format line', () => {
    const text = '[events]\r\ndialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Hello, you\r\n';
    expect(shown('ass', text)).toBe('Hello, you');
  });

  test('skips comments, lines of other sections, and broken ones', () => {
    const text = `[Fonts]
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,A font
${ass('Said')}Comment: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,A remark
Dialogue: 0,soon,0:00:04.00,Default,,0,0,0,,Whenever
Dialogue: 0,0:00:03.00
Dialogue
`;
    expect(converted('ass', text)).toBe('WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nSaid\n');
  });

  test('shows overlaid words once', () => {
    const line = 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,';
    expect(shown('ass', `${ASS}${line}{\\bord2}Sign\n${line}{\\bord0}Sign\n`)).toBe('Sign');
  });
});

describe('WebVTT', () => {
  test('is kept except for its encoding and line ends', () => {
    const text =
      'WEBVTT - a video\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n00:01.000 --> 00:02.000 line:0\r\nHi\r\n';
    expect(converted('vtt', `\ufeff${text}`)).toBe(text.replaceAll('\r', ''));
  });

  test('without its first line gets one', () => {
    expect(converted('vtt', '00:01.000 --> 00:02.000\nHi\n')).toBe(
      'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nHi\n',
    );
  });
});

test('a file without cues is an empty track', () => {
  for (const format of SUBTITLE_FORMATS) {
    expect(converted(format, '')).toBe('WEBVTT\n');
    expect(converted(format, 'no cues here\n')).toBe('WEBVTT\n');
    expect(converted(format, '\0\0\0\x01\x02')).toBe('WEBVTT\n');
  }
});

test('limits the length of a cue and the number of cues', () => {
  expect(converted('srt', srt('a'.repeat(1_000_000))).length).toBeLessThan(11_000);
  const cues = Array.from({ length: 150_000 }, (_, at) => `00:01,0 --> 00:02,0\n${at}a\n`);
  expect(converted('srt', cues.join('')).match(/-->/g)).toHaveLength(100_000);
});

test('converts any text in linear time', () => {
  const size = 4 * 1024 * 1024;
  const hostile = [
    '<',
    '<a',
    '{\\',
    '<br ',
    '00:00:01,000 -->',
    '-',
    '[',
    ' ',
    '1\n',
    'Dialogue: 0,',
    '&',
    '\\p',
  ];
  for (const piece of hostile) {
    for (const format of ['srt', 'ass'] as const) {
      const words = piece.repeat(Math.floor(size / piece.length / hostile.length));
      expect(converted(format, format === 'srt' ? srt(words) : ass(words))).toMatch(/^WEBVTT/);
      expect(converted(format, words)).toMatch(/^WEBVTT/);
    }
  }
});

describe('a file that was made to keep the converter busy', () => {
  test.each([
    ['carriage returns and nothing else', 'srt', '\r'.repeat(1_000_000)],
    [
      'a million columns',
      'ass',
      `[Events]\nFormat: ${','.repeat(1_000_000)}\n${'Dialogue: 0,0:00:01.00,0:00:02.00\n'.repeat(20_000)}`,
    ],
  ] as const)('of %s is done soon', (_, format, text) => {
    expect(converted(format, text)).toBe('WEBVTT\n');
  });
});
