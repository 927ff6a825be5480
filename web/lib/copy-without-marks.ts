const MARKS = /[\u2066-\u2069]/g;

/**
 * Handles a `copy` event: puts the selected text on the clipboard without invisible direction marks, which a shell would not
 * accept. Without a selection, the browser copies as usual.
 */
export function copyWithoutMarks(event: {
  clipboardData: DataTransfer;
  preventDefault(): void;
}): void {
  const selected = document.getSelection()?.toString() ?? '';
  if (selected === '') return;
  event.clipboardData.setData('text/plain', selected.replace(MARKS, ''));
  event.preventDefault();
}
