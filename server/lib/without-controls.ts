/** Characters that act on terminals, break lines, or change the order of the text around them. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Replaces control characters by `_`, so that a name is shown as what it is: `exe.\u202Etxt` would look like `txt.exe`. */
export function withoutControls(name: string): string {
  return name.replaceAll(CONTROLS, '_');
}
