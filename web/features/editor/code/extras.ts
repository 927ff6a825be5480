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
import { createFindPanel } from './create-find-panel.tsx';
import { searchStyle } from './search-style.ts';

export { openSearchPanel } from '@codemirror/search';

/** Editor extensions that load separately after the text is visible. */
export function extras(): Extension {
  return [
    closeBrackets(),
    // Completion opens only on demand, so that it does not interrupt prose.
    autocompletion({ activateOnTyping: false, icons: false }),
    EditorState.languageData.of(() => [{ autocomplete: completeAnyWord }]),
    highlightSelectionMatches(),
    search({ top: true, createPanel: createFindPanel }),
    searchStyle,
    keymap.of([...closeBracketsKeymap, ...searchKeymap, ...completionKeymap]),
  ];
}
