/** Returns true if the page is read from right to left. */
export function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl';
}
