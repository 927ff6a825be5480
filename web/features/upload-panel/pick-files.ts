import type { PickedItem } from '../../state/upload-plan.ts';

/** Returns true if the browser can pick folders; some phones cannot. */
export function canPickFolders(): boolean {
  return 'webkitdirectory' in HTMLInputElement.prototype;
}

/**
 * Opens the file chooser and returns the choice; an empty list if it is closed. Must be called from a click or key
 * handler.
 */
export function pickItems(what: 'files' | 'folder'): Promise<PickedItem[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.hidden = true;
  input.webkitdirectory = what === 'folder';
  // Some browsers drop an input that is not in the page while the file chooser is open.
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
