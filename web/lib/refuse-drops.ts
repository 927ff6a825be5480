/**
 * Files that are dropped where nothing takes them are refused: the browser would leave the page for them. Listens for as
 * long as the page is there, and leaves alone what has been answered already and what is dropped into a text.
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
  // Whoever listens later and wants the files says so.
  dataTransfer.dropEffect = 'none';
}
