/** Formats sizes, numbers and dates with `Intl`. `locale` is a BCP 47 tag. */

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

/** Formats bytes in binary units, rounded to two decimals, without zeros at the end: '640 KiB', '1.36 GiB'. */
export function formatSize(bytes: number, locale: string): string {
  const exponent = bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10);
  // A value that rounds up to 1024 moves to the next unit.
  const rounded = Number((bytes / 1024 ** exponent).toFixed(2));
  const step = Math.min(rounded >= 1024 ? exponent + 1 : exponent, UNITS.length - 1);
  const digits = step === 0 ? 0 : 2;
  return `${numberFormat(locale, digits).format(bytes / 1024 ** step)} ${UNITS[step] ?? 'B'}`;
}

/** Formats bytes with three digits, where an impression of the size is enough: '16.7 GiB', '252 GiB'. */
export function formatRoundSize(bytes: number, locale: string): string {
  const exponent = bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10);
  const value = bytes / 1024 ** exponent;
  const digits = value < 10 ? 2 : Number(value < 100);
  const factor = 10 ** digits;
  return formatSize((Math.round(value * factor) / factor) * 1024 ** exponent, locale);
}

export function formatNumber(value: number, locale: string): string {
  return numberFormat(locale, 0).format(value);
}

/** Formats whole percents: '84%', or '84 %' depending on the language. */
export function formatPercent(percent: number, locale: string): string {
  return percentFormat(locale).format(percent / 100);
}

/** Formats date and time where both matter, such as in details and tooltips: '12 Mar 2025, 19:01'. */
export function formatExactDate(date: Date, locale: string): string {
  return formatted(date, locale, 'exact');
}

/** Formats date and time for records: '12 Mar 2025, 19:01:59'. */
export function formatToTheSecond(date: Date, locale: string): string {
  return formatted(date, locale, 'second');
}

/** Formats the day: '12 Mar 2025'. */
export function formatDay(date: Date, locale: string): string {
  return formatted(date, locale, 'day');
}

/** Formats the time of day, for lists with a heading for each day: '19:01'. */
export function formatTime(date: Date, locale: string): string {
  return formatted(date, locale, 'time');
}

/** Formats date and time in digits only ('L LT' of the specification): '12/03/2025 19:01'. */
export function formatNumericDate(date: Date, locale: string): string {
  return `${formatted(date, locale, 'digits')} ${formatTime(date, locale)}`.trim();
}

/** Days during which a time is expressed relative to now. */
const RELATIVE_DAYS = 7;

/** Formats a time of the last or next week relative to now, and any other time as its day. */
export function formatDate(date: Date, locale: string, now = new Date()): string {
  const isNear = Math.abs(date.getTime() - now.getTime()) < RELATIVE_DAYS * DAY * 1_000;
  return isNear ? formatRelativeDate(date, locale, now) : formatDay(date, locale);
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30.44 * DAY;
const YEAR = 365.25 * DAY;

/** Times below `limit` seconds are expressed in `unit`. */
const STEPS = [
  { limit: 45 * MINUTE, unit: 'minute', seconds: MINUTE },
  { limit: 22 * HOUR, unit: 'hour', seconds: HOUR },
  { limit: 26 * DAY, unit: 'day', seconds: DAY },
  { limit: 11 * MONTH, unit: 'month', seconds: MONTH },
  { limit: Number.POSITIVE_INFINITY, unit: 'year', seconds: YEAR },
] as const;

/** Formats a relative time: 'now', '5 minutes ago', 'yesterday', 'in 2 months'. */
export function formatRelativeDate(date: Date, locale: string, now = new Date()): string {
  if (Number.isNaN(date.getTime())) return '';
  const seconds = (date.getTime() - now.getTime()) / 1_000;
  const format = relativeFormat(locale);
  if (Math.abs(seconds) < 45) return format.format(0, 'second');
  const step = STEPS.find(({ limit }) => Math.abs(seconds) < limit) ?? STEPS[4];
  const amount = Math.max(1, Math.round(Math.abs(seconds) / step.seconds));
  return format.format(Math.sign(seconds) * amount, step.unit);
}

/** Returns a text that stands alone with a capital first letter, in languages that have them: 'Yesterday', 'In 3 days'. */
export function capitalized(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

/** Returns a collator for names in a language. It ignores accents and case, and compares numbers by value. */
export const collatorFor = memoized(
  (locale: string) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }),
);

const numberFormat = memoized(
  (locale: string, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }),
);

const percentFormat = memoized(
  (locale: string) => new Intl.NumberFormat(locale, { style: 'percent' }),
);

type DateShape = 'exact' | 'second' | 'day' | 'time' | 'digits';

/** Returns '' for an invalid date. */
function formatted(date: Date, locale: string, shape: DateShape): string {
  return Number.isNaN(date.getTime()) ? '' : dateFormat(locale, shape).format(date);
}

const dateFormat = memoized((locale: string, shape: DateShape) => {
  // English without a region means no particular country: the day comes first, as in most of them.
  const tag = locale === 'en' ? 'en-GB' : locale;
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const;
  const time = { hour: hourDigits(tag), minute: '2-digit' } as const;
  const shapes = {
    exact: { ...day, ...time },
    second: { ...day, ...time, second: '2-digit' },
    day,
    time,
    digits: { year: 'numeric', month: '2-digit', day: '2-digit' },
  } as const;
  return new Intl.DateTimeFormat(tag, shapes[shape]);
});

/** Returns two digits where days have 24 hours, so that times stand below each other. */
function hourDigits(locale: string): 'numeric' | '2-digit' {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
  return hourCycle === 'h23' ? '2-digit' : 'numeric';
}

/** Returns a formatter of relative times: 'yesterday', 'in 2 days'. */
export const relativeFormat = memoized(
  (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
);

/** Returns `make` with its results cached. Formatters are slow to create, and a listing needs them thousands of times. */
export function memoized<Args extends readonly (string | number)[], Made>(
  make: (...args: Args) => Made,
): (...args: Args) => Made {
  const made = new Map<string, Made>();
  return (...args) => {
    const key = args.join(' ');
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}
