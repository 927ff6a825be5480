import { describe, expect, it } from 'vitest';
import { linkTarget } from './link-target.ts';

const at = (address: string) => linkTarget(address, '/docs/guide/');

describe('a link in a document', () => {
  it.each([
    ['next.md', '/docs/guide/next.md', ''],
    ['./next.md#a%20part', '/docs/guide/next.md', 'a part'],
    ['../My%20notes.md', '/docs/My notes.md', ''],
    ['/top.md', '/top.md', ''],
    ['../../../../beyond.md', '/beyond.md', ''],
    ['images/', '/docs/guide/images/', ''],
    ['..', '/docs/', ''],
    ['.', '/docs/guide/', ''],
    ['/', '/', ''],
    ['a?b=c#d', '/docs/guide/a', 'd'],
    ['100%.md', '/docs/guide/100%.md', ''],
    ['a%2F..%2F..%2F..%2Fb', '/b', ''],
    ['übung.md', '/docs/guide/übung.md', ''],
  ])('%s leads to the file %s', (address, path, fragment) => {
    expect(at(address)).toEqual({ kind: 'file', path, fragment });
  });

  it.each([
    ['#a-part', 'a-part'],
    ['#', ''],
    ['', ''],
    ['#%C3%BCber', 'über'],
  ])('%s stays in the document', (address, fragment) => {
    expect(at(address)).toEqual({ kind: 'here', fragment });
  });

  it.each([
    ['https://example.org/a b', 'https://example.org/ab'],
    ['HTTP://example.org', 'HTTP://example.org'],
    ['mailto:anna@example.org', 'mailto:anna@example.org'],
    ['//example.org/x', 'https://example.org/x'],
    ['\\\\example.org', 'https:\\\\example.org'],
  ])('%s leads out', (address, url) => {
    expect(at(address)).toEqual({ kind: 'outside', url });
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' \u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'java\u00a0script:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'blob:https://example.org/x',
  ])('%j leads nowhere', (address) => {
    expect(at(address)).toBeUndefined();
  });
});
