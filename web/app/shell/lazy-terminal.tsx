import { lazy, useState } from 'react';
import { withMessages } from '../../i18n/messages.ts';
import { closeTerminal } from '../../state/terminal-opening.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { reportMissingPart } from '../report-missing-part.ts';

/** Loads the code of the terminal panel and its translations. */
export async function loadTerminal() {
  const part = import('../../features/terminal/terminal-panel.tsx');
  return { default: (await withMessages('files', part)).TerminalPanel };
}

/** Loads the terminal panel on demand. */
export function LazyTerminal(props: { path: string; fills: boolean }) {
  const [Panel] = useState(() => lazy(loadTerminal));
  const giveUp = () => {
    closeTerminal();
    void reportMissingPart();
  };
  return (
    <LatePart onFailure={giveUp}>
      <Panel {...props} />
    </LatePart>
  );
}
