import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { copyWithoutMarks } from './copy-without-marks.ts';

test('copied text contains no direction marks', () => {
  render(<p onCopy={copyWithoutMarks}>اكتب &quot;{'\u2068$FILE\u2069'}&quot;.</p>);
  const sentence = screen.getByText(/FILE/);
  document.getSelection()?.selectAllChildren(sentence);
  const setData = vi.fn<DataTransfer['setData']>();
  fireEvent.copy(sentence, { clipboardData: { setData } });
  expect(setData).toHaveBeenCalledWith('text/plain', 'اكتب "$FILE".');
});

test('without selected text, the clipboard keeps its content', () => {
  render(<p onCopy={copyWithoutMarks}>Nothing of this is selected.</p>);
  document.getSelection()?.removeAllRanges();
  const setData = vi.fn<DataTransfer['setData']>();
  const isDefault = fireEvent.copy(screen.getByText(/Nothing/), { clipboardData: { setData } });
  expect(setData).not.toHaveBeenCalled();
  expect(isDefault).toBe(true);
});
