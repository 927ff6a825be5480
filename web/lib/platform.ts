/** Whether the keyboard has a command key where others have Ctrl. */
export function isMac(): boolean {
  return /Mac|iP(hone|ad|od)/.test(navigator.platform);
}
