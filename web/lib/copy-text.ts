/** Why nothing was copied: there is no way to, or the user or the browser has said no. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly reason: 'unsupported' | 'denied';

  constructor(reason: CopyError['reason'], options?: ErrorOptions) {
    super(`copying is ${reason}`, options);
    this.reason = reason;
  }
}

/** Puts text on the clipboard. Throws CopyError. To be called from the handler of a click or key. */
export async function copyText(text: string): Promise<void> {
  // Only pages that are served safely have the newer way.
  if (navigator.clipboard === undefined) return copyBySelection(text);
  try {
    await navigator.clipboard.writeText(text);
  } catch (cause) {
    throw new CopyError('denied', { cause });
  }
}

function copyBySelection(text: string): void {
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  const focused = document.activeElement;
  // What lies beside an open dialog can have neither focus nor selection.
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand?.('copy') ?? false;
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new CopyError('unsupported');
}
