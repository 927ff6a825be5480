/** Program and system named by a user agent; undefined if not stated. */
export interface Device {
  readonly program: string | undefined;
  readonly system: string | undefined;
}

/** Browsers that imitate others come before those. */
const PROGRAMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bFreeBSD\b/, 'FreeBSD'],
  [/\bLinux\b/, 'Linux'],
];

/** Parses the User-Agent header of a browser or of another program, such as `curl/8.5.0`. */
export function deviceOf(userAgent: string): Device {
  return {
    program: named(PROGRAMS, userAgent) ?? firstProduct(userAgent),
    system: named(SYSTEMS, userAgent),
  };
}

function named(table: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return table.find(([pattern]) => pattern.test(text))?.[1];
}

/** Returns the first product of a user agent, except Mozilla, with which every browser starts. */
function firstProduct(userAgent: string): string | undefined {
  const product = /^[^\s/(]+/.exec(userAgent.trim())?.[0];
  return product === 'Mozilla' ? undefined : product;
}
