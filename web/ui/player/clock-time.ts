/** Durations in seconds. */
const MINUTE = 60;
const HOUR = 3_600;

/** Returns a playback position such as 3:05 or 1:02:03; 0:00 for an unknown one. */
export function clockTime(seconds: number, locale: string): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0;
  const hours = Math.floor(whole / HOUR);
  const minutes = Math.floor((whole % HOUR) / MINUTE);
  const parts = hours > 0 ? [hours, minutes] : [minutes];
  const format = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits: digits, useGrouping: false }).format(
      value,
    );
  return [...parts, whole % MINUTE]
    .map((value, index) => format(value, index === 0 ? 1 : 2))
    .join(':');
}
