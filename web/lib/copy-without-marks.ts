const MARKS = /[\u2066-\u2069]/g;

/** Removes direction marks from copied text. They are invisible, and a shell would not accept them. Leaves the copy to the browser if no text of the page is selected. */
export function copyWithoutMarks(event: {
  clipboardData: DataTransfer;
  preventDefault(): void;
}): void {
  const selected = document.getSelection()?.toString() ?? '';
  if (selected === '') return;
  event.clipboardData.setData('text/plain', selected.replace(MARKS, ''));
  event.preventDefault();
}
