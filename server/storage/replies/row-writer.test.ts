import { describe, expect, it } from 'vitest';
import { RowWriter } from './row-writer.ts';

describe('rows of a listing', () => {
  it('stand one behind the other, whatever characters their names have and however many come', () => {
    const rows = [
      '{"a":1}',
      '"ünïcödé 😀"',
      ...Array.from({ length: 500 }, (_, i) => `"${'x'.repeat(i)}"`),
    ];
    const writer = new RowWriter(1);
    for (const row of rows) writer.write(row);
    expect(new TextDecoder().decode(writer.finish())).toBe(rows.join(','));
  });

  it('are nothing at all where there are none', () => {
    expect(new RowWriter(0).finish()).toHaveLength(0);
  });
});
