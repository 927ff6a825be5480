/**
 * Marks the page (`data-keys`) while it is used by keyboard. Rows that get the focus from a script show a ring only then,
 * because browsers show it before the first click, too. Shortcuts with Ctrl are pressed beside a mouse and do not count.
 */
export function followKeyboard(): void {
  const { dataset } = document.documentElement;
  window.addEventListener(
    'keydown',
    ({ ctrlKey, metaKey }) => {
      if (!ctrlKey && !metaKey) dataset['keys'] = '';
    },
    true,
  );
  window.addEventListener('pointerdown', () => delete dataset['keys'], true);
}
