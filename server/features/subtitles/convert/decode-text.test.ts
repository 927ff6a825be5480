import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';
import { encodeForTest } from './encode.test-tools.ts';

/** As in subtitles: numbers and times with text in between. */
function subtitles(...lines: readonly string[]): string {
  const cues = lines.map((line, at) => {
    const second = String(at % 60).padStart(2, '0');
    return `${at + 1}\r\n00:00:${second},000 --> 00:00:${second},900\r\n${line}\r\n`;
  });
  return cues.join('\r\n');
}

const RUSSIAN = subtitles(
  'Здравствуйте, как ваши дела?',
  'Спасибо, всё хорошо. А у вас?',
  'Мы давно не виделись.',
  'Пойдём скорее, нас ждут.',
);
const JAPANESE = subtitles(
  'こんにちは、元気ですか。',
  'はい、ありがとうございます。',
  '久しぶりに会いましたね。',
  '早く行きましょう、みんなが待っています。',
);
const CHINESE = subtitles(
  '你好，最近怎么样？',
  '谢谢，一切都很好。',
  '我们好久没有见面了。',
  '快走吧，大家都在等我们。',
);
const TRADITIONAL = subtitles(
  '你好，最近怎麼樣？',
  '謝謝，一切都很好。',
  '我們好久沒有見面了。',
  '快走吧，大家都在等我們。',
);
const KOREAN = subtitles(
  '안녕하세요, 어떻게 지내세요?',
  '고맙습니다, 잘 지내고 있어요.',
  '오랜만에 만났네요.',
  '빨리 갑시다, 모두 기다리고 있어요.',
);
const GERMAN = subtitles(
  'Schöne Grüße aus München!',
  'Wir müssen natürlich früher gehen.',
  'Das wäre für uns alle besser.',
  'Die Straße ist überall gefährlich.',
);
const GREEK = subtitles(
  'Καλημέρα, τι κάνεις;',
  'Ευχαριστώ, όλα είναι καλά.',
  'Έχουμε καιρό να τα πούμε.',
  'Πάμε γρήγορα, μας περιμένουν όλοι.',
);

describe('the encoding is found', () => {
  test.each([
    ['windows-1251', RUSSIAN],
    ['koi8-r', RUSSIAN],
    ['shift_jis', JAPANESE],
    ['euc-jp', JAPANESE],
    ['gb18030', CHINESE],
    ['big5', TRADITIONAL],
    ['euc-kr', KOREAN],
    ['windows-1252', GERMAN],
    ['windows-1253', GREEK],
    ['utf-16le', RUSSIAN],
    ['utf-16be', JAPANESE],
    ['utf-16le', GERMAN],
  ])('%s', (encoding, text) => {
    expect(decodeText(encodeForTest(encoding, text))).toBe(text);
  });

  test('UTF-8, with its mark and without', () => {
    expect(decodeText(Buffer.from(RUSSIAN))).toBe(RUSSIAN);
    expect(decodeText(Buffer.from(`\ufeff${RUSSIAN}`))).toBe(RUSSIAN);
  });

  test('UTF-16 with its mark, however short', () => {
    expect(decodeText(encodeForTest('utf-16le', '\ufeffж'))).toBe('ж');
    expect(decodeText(encodeForTest('utf-16be', '\ufeffж'))).toBe('ж');
  });

  test.each([
    ['windows-1252', 'Grüße'],
    ['shift_jis', 'こんにちは、元気ですか。ありがとうございます。'],
    ['gb18030', '你好，最近怎么样？谢谢，一切都很好。'],
    ['windows-1251', 'Спасибо, всё хорошо.'],
  ])('%s, of a word or two', (encoding, words) => {
    expect(decodeText(encodeForTest(encoding, subtitles(words)))).toBe(subtitles(words));
  });

  test('one invalid letter does not change the encoding', () => {
    const broken = encodeForTest('shift_jis', JAPANESE.repeat(10)).with(60, 0xff);
    expect(decodeText(broken)).toContain('久しぶりに会いましたね。');
  });

  test('a single accent in a long plain text is not lost', () => {
    const text = `${subtitles(...Array.from({ length: 200 }, (_, at) => `Plain words, number ${at}`))}Grüße\n`;
    expect(decodeText(encodeForTest('windows-1252', text))).toContain('Grüße');
  });
});

test('bytes of any kind become some text, and nothing becomes none', () => {
  expect(decodeText(new Uint8Array())).toBe('');
  const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7_919 + (at >> 3)) % 256);
  expect(typeof decodeText(noise)).toBe('string');
});
