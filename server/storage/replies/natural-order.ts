/**
 * Returns the key of a name for many calls of `compareNaturally`: the name in lower case, as in File Browser 2 (compatibility.md 3.7).
 */
export function sortKey(name: string): string {
  return name.toLowerCase();
}

/**
 * Returns a key of a name whose order of bytes is that of `compareNaturally`, for an index of a database. Characters beyond U+FFFF come
 * after all others.
 */
export function bytewiseSortKey(name: string): string {
  return sortKey(name).replaceAll(/[0-9]+/g, (run) => {
    const digits = run.slice(skipZeros(run, 0, run.length));
    return lengthKey(digits.length) + digits;
  });
}

/** Encodes the length of a number so that longer numbers are larger. It begins with a digit, as the number did. */
function lengthKey(length: number): string {
  const text = String(length);
  return length < 9 ? text : `9${text.length}${text}`;
}

/**
 * Compares two keys. Runs of digits are numbers, so that `f2` comes before `f10`. Returns 0 also for keys that differ only in leading zeros
 * of a number.
 */
export function compareNaturally(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    if (isDigit(x) && isDigit(y)) {
      const endOfA = endOfDigits(a, i);
      const endOfB = endOfDigits(b, j);
      const order = compareNumbers(a, i, endOfA, b, j, endOfB);
      if (order !== 0) return order;
      i = endOfA;
      j = endOfB;
    } else if (x !== y) {
      return x - y;
    } else {
      i += 1;
      j += 1;
    }
  }
  return a.length - i - (b.length - j);
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

/** Compares two runs of digits as numbers of any length: without leading zeros, the longer one is the larger one. */
function compareNumbers(
  a: string,
  aFrom: number,
  aEnd: number,
  b: string,
  bFrom: number,
  bEnd: number,
): number {
  let i = skipZeros(a, aFrom, aEnd);
  let j = skipZeros(b, bFrom, bEnd);
  const byLength = aEnd - i - (bEnd - j);
  if (byLength !== 0) return byLength;
  for (; i < aEnd; i += 1, j += 1) {
    const order = a.charCodeAt(i) - b.charCodeAt(j);
    if (order !== 0) return order;
  }
  return 0;
}

function skipZeros(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === 48) at += 1;
  return at;
}
