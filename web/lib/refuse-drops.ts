/**
 * Rejects dropped files that nothing else accepts, because the browser would open them. Ignores handled events and
 * drops into text fields.
 */
export function refuseDrops(): void {
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}

function refuse(event: DragEvent): void {
  const { dataTransfer, target } = event;
  if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
  if (target instanceof HTMLElement && target.isContentEditable) return;
  event.preventDefault();
  // Handlers that run later and accept files override this.
  dataTransfer.dropEffect = 'none';
}
