import { EditorState, type Extension } from '@codemirror/state';
import type { TFunction } from 'i18next';

/** Translations of the phrases of the editing library. */
export function phrases(t: TFunction): Extension {
  return EditorState.phrases.of({
    Find: t('editor.find.find'),
    Replace: t('editor.find.replaceWith'),
    next: t('editor.find.next'),
    previous: t('editor.find.previous'),
    all: t('editor.find.selectAll'),
    'match case': t('editor.find.matchCase'),
    regexp: t('editor.find.pattern'),
    'by word': t('editor.find.wholeWords'),
    replace: t('editor.find.replace'),
    'replace all': t('editor.find.replaceAll'),
    close: t('editor.find.close'),
    'current match': t('editor.find.currentMatch'),
    'on line': t('editor.find.onLine'),
    'replaced match on line $': t('editor.find.replacedOnLine'),
    'replaced $ matches': t('editor.find.replacedMany'),
    'Control character': t('editor.find.controlCharacter'),
    'Selection deleted': t('editor.find.selectionDeleted'),
    Completions: t('editor.find.completions'),
    '$ unchanged lines': t('editor.compare.unchanged'),
    'Revert this chunk': t('editor.compare.take'),
    Accept: t('editor.compare.keepMine'),
    Reject: t('editor.compare.takeTheirs'),
  });
}
