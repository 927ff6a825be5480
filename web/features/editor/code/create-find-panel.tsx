import { findNext, findPrevious, getSearchQuery, replaceNext } from '@codemirror/search';
import { type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { findMatches, type Matches } from './find-matches.ts';
import { FindPanel } from './find-panel.tsx';

/** Creates the panel to find and replace text, in place of the one of the editing library. */
export function createFindPanel(view: EditorView): Panel {
  const dom = document.createElement('div');
  const root = createRoot(dom);
  let query = getSearchQuery(view.state);
  let matches: Matches | undefined = findMatches(view.state, query);
  const render = () => root.render(<FindPanel view={view} query={query} matches={matches} />);
  dom.addEventListener('keydown', (event) => handleKey(view, event));
  // The panel is rendered when it enters the document, so that its field can receive the focus.
  flushSync(render);

  return {
    dom,
    top: true,
    mount() {
      const field = dom.querySelector('input');
      field?.focus();
      field?.select();
    },
    update({ state, docChanged, selectionSet }: ViewUpdate) {
      const wanted = getSearchQuery(state);
      const isChanged = docChanged || !wanted.eq(query);
      query = wanted;
      if (isChanged) matches = findMatches(state, query);
      if (isChanged || selectionSet) render();
    },
    // The editor may be removed while React renders the page, which must not end another root.
    destroy: () => queueMicrotask(() => root.unmount()),
  };
}

function handleKey(view: EditorView, event: KeyboardEvent): void {
  if (runScopeHandlers(view, event, 'search-panel')) {
    event.preventDefault();
    return;
  }
  const { target, key, shiftKey, isComposing } = event;
  if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return;
  event.preventDefault();
  if (target.name === 'replace') replaceNext(view);
  else if (shiftKey) findPrevious(view);
  else findNext(view);
}
