const MARKS = /[\u2066-\u2069]/g;

/**
 * For a sentence that tells what to type somewhere else: the marks that keep its values to themselves in Arabic stay out
 * of what is copied, where nobody would see them and a shell would stumble.
 */
export function copyWithoutMarks(event: {
  clipboardData: DataTransfer;
  preventDefault(): void;
}): void {
  const chosen = document.getSelection()?.toString() ?? '';
  event.clipboardData.setData('text/plain', chosen.replace(MARKS, ''));
  event.preventDefault();
}
