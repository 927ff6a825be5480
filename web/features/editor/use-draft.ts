import type { Text } from '@codemirror/state';
import { useEffect, useMemo } from 'react';
import { session } from '../../state/session.ts';
import { draftOf, forgetDraft, keepDraft, MAX_CHARACTERS } from './session/drafts.ts';
import type { EditorSession } from './session/editor-session.ts';

/** Maximum time of typing that a crash can lose, in milliseconds. */
const KEPT_AFTER_MS = 800;

/** Discards what is not saved. */
interface Drafts {
  /** Discards the earlier draft that is offered. */
  discardOffered(): void;
  /** Discards the present text, which the user leaves unsaved. An earlier draft stays until the user has decided about it. */
  discardText(): void;
}

/** Stores unsaved text while it is typed, and offers an earlier draft. */
export function useDraft(text: EditorSession): Drafts {
  const keeper = useMemo(() => new DraftKeeper(text), [text]);
  useEffect(() => keeper.start(), [keeper]);
  return keeper;
}

class DraftKeeper implements Drafts {
  readonly #text: EditorSession;
  // The session may have ended by the time the text is closed.
  readonly #userId = session.getState().user?.id;
  #timer: number | undefined;
  /** False after a change of the text. */
  #isKept = false;
  /** Path of the stored draft. The file may have been renamed since. */
  #keptAt: string;
  /** Text that is not kept, because the user has discarded it. Later changes are kept again. */
  #discarded: Text | undefined;

  constructor(text: EditorSession) {
    this.#text = text;
    this.#keptAt = text.path;
  }

  start(): () => void {
    this.#offerEarlier();
    const stopFollowing = this.#text.facts.subscribe((now, before) => {
      if (now.isUnsaved) this.#schedule();
      else if (before.isUnsaved) this.#forgetText();
    });
    const keepNow = () => this.#keep();
    window.addEventListener('pagehide', keepNow);
    document.addEventListener('visibilitychange', keepNow);
    return () => {
      stopFollowing();
      window.removeEventListener('pagehide', keepNow);
      document.removeEventListener('visibilitychange', keepNow);
      this.#keep();
    };
  }

  readonly discardOffered = (): void => {
    this.#forget();
    // Also schedules that the present text is kept, if it is unsaved.
    this.#text.offerDraft(undefined);
  };

  readonly discardText = (): void => {
    this.#discarded = this.#text.view.state.doc;
    this.#forgetText();
  };

  #offerEarlier(): void {
    if (this.#userId === undefined) return;
    const draft = draftOf(this.#userId, this.#text.path);
    if (!draft) return;
    if (draft.text === this.#text.text()) this.#forget();
    else this.#text.offerDraft(draft);
  }

  #schedule(): void {
    this.#isKept = false;
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#keep(), KEPT_AFTER_MS);
  }

  #keep(): void {
    window.clearTimeout(this.#timer);
    const { path, version, view, isUnsaved } = this.#text;
    const { doc } = view.state;
    const isKept = this.#isKept && this.#keptAt === path;
    if (this.#userId === undefined || isKept || !isUnsaved || doc === this.#discarded) return;
    this.#forget();
    this.#isKept = true;
    // Joining a text of this length would take longer than the pause between two keystrokes.
    if (doc.length > MAX_CHARACTERS) return;
    keepDraft(this.#userId, path, {
      text: this.#text.text(),
      encoding: this.#text.facts.getState().encoding,
      version,
      savedAt: Date.now(),
    });
  }

  /** Forgets the present text. The draft that is offered is stored again. */
  #forgetText(): void {
    this.#forget();
    const { draft } = this.#text.facts.getState();
    if (draft && this.#userId !== undefined) keepDraft(this.#userId, this.#text.path, draft);
  }

  #forget(): void {
    window.clearTimeout(this.#timer);
    if (this.#userId !== undefined) forgetDraft(this.#userId, this.#keptAt);
    this.#keptAt = this.#text.path;
  }
}
