/** Copying failed: it is unsupported, or was denied by the user or the browser. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly reason: 'unsupported' | 'denied';

  constructor(reason: CopyError['reason'], options?: ErrorOptions) {
    super(`copying is ${reason}`, options);
    this.reason = reason;
  }
}

/** Copies text to the clipboard. Throws CopyError. Must be called from a click or key handler. */
export async function copyText(text: string): Promise<void> {
  // The clipboard API exists only in secure contexts.
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
  // Elements outside an open dialog cannot be focused or selected.
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand?.('copy') ?? false;
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!isCopied) throw new CopyError('unsupported');
}
