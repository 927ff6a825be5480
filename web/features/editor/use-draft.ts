import { useEffect, useMemo } from 'react';
import { session } from '../../state/session.ts';
import { draftOf, forgetDraft, keepDraft, MAX_CHARACTERS } from './session/drafts.ts';
import type { EditorSession } from './session/editor-session.ts';

/** Maximum time of typing that a crash can lose, in milliseconds. */
const KEPT_AFTER_MS = 800;

/** Stores unsaved text while it is typed, and offers an earlier draft. Returns a function that discards it. */
export function useDraft(text: EditorSession): { discard(): void } {
  const keeper = useMemo(() => new DraftKeeper(text), [text]);
  useEffect(() => keeper.start(), [keeper]);
  return keeper;
}

class DraftKeeper {
  readonly #text: EditorSession;
  // The session may have ended by the time the text is closed.
  readonly #userId = session.getState().user?.id;
  #timer: number | undefined;
  #isKept = false;

  constructor(text: EditorSession) {
    this.#text = text;
  }

  start(): () => void {
    this.#offerEarlier();
    const stopFollowing = this.#text.facts.subscribe((now, before) => {
      if (now.isUnsaved) this.#schedule();
      else if (before.isUnsaved) this.#forget();
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

  /** Forgets the draft and stops keeping changes. */
  readonly discard = (): void => {
    this.#forget();
    this.#isKept = true;
    this.#text.offerDraft(undefined);
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
    if (this.#userId === undefined || this.#isKept || !this.#text.isUnsaved) return;
    this.#isKept = true;
    // Joining a text of this length would take longer than the pause between two keystrokes.
    if (this.#text.view.state.doc.length > MAX_CHARACTERS) return this.#forget();
    keepDraft(this.#userId, this.#text.path, {
      text: this.#text.text(),
      encoding: this.#text.facts.getState().encoding,
      version: this.#text.version,
      savedAt: Date.now(),
    });
  }

  #forget(): void {
    window.clearTimeout(this.#timer);
    if (this.#userId !== undefined) forgetDraft(this.#userId, this.#text.path);
  }
}
