import type { PickedItem } from '../../state/upload-plan.ts';

/** Browsers of some telephones have no picker for folders. */
export function canPickFolders(): boolean {
  return 'webkitdirectory' in HTMLInputElement.prototype;
}

/**
 * Opens the browser's picker and waits for the choice; nothing when it is closed without one. Must be
 * called while a click or key is being handled, or the browser refuses.
 */
export function pickItems(what: 'files' | 'folder'): Promise<PickedItem[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.hidden = true;
  input.webkitdirectory = what === 'folder';
  // Some browsers forget an input that is not in the page while their picker is open.
  document.body.append(input);
  return new Promise((resolve) => {
    const finish = () => {
      input.remove();
      resolve(Array.from(input.files ?? [], pickedItem));
    };
    input.addEventListener('change', finish, { once: true });
    input.addEventListener('cancel', finish, { once: true });
    input.click();
  });
}

function pickedItem(file: File): PickedItem {
  return { relativePath: file.webkitRelativePath || file.name, file };
}
