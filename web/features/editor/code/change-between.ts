import type { ChangeSpec, Text } from '@codemirror/state';

/** Returns a single change between two texts, which keeps the cursor and scroll position in unchanged parts. */
export function changeBetween(before: Text, after: Text): ChangeSpec {
  const one = before.toString();
  const other = after.toString();
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < most - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  ) {
    end += 1;
  }
  return { from: start, to: one.length - end, insert: after.slice(start, other.length - end) };
}
