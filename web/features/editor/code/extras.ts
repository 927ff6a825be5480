import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeAnyWord,
  completionKeymap,
} from '@codemirror/autocomplete';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { searchStyle } from './search-style.ts';

export { openSearchPanel } from '@codemirror/search';

/**
 * What helps with a text, but is not needed to see it and to begin: it comes a moment later, as a part of the page of its
 * own.
 */
export function extras(): Extension {
  return [
    closeBrackets(),
    // Only when asked for: whoever writes a letter does not want to choose from a list at each word.
    autocompletion({ activateOnTyping: false, icons: false }),
    EditorState.languageData.of(() => [{ autocomplete: completeAnyWord }]),
    highlightSelectionMatches(),
    search({ top: true }),
    searchStyle,
    keymap.of([...closeBracketsKeymap, ...searchKeymap, ...completionKeymap]),
  ];
}
