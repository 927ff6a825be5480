import type { Entry } from '#contract/files.ts';
import { lazy, Suspense, useState } from 'react';
import { withMessages } from '../../../i18n/messages.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { folderHolding } from '../../../state/transfer-plan.ts';
import { EntryName } from '../../../ui/entry-name.tsx';
import { FailureBoundary } from '../../../ui/failure-boundary.tsx';
import { KeysAhead } from '../../../ui/keys-ahead.tsx';

const NameEditor = lazy(async () => ({
  default: (await withMessages('files', import('./name-editor.tsx'))).NameEditor,
}));

/**
 * Name of an entry while it is edited in place. What is typed before the field has the focus is kept. If the field cannot be
 * loaded, the dialog asks for the name.
 */
export function RenamedName({ entry, onEnd }: { entry: Entry; onEnd(): void }) {
  const [typed, setTyped] = useState('');
  const [isFocused, setFocused] = useState(false);
  const askInDialog = () => {
    onEnd();
    dialogs.getState().open({ kind: 'rename', folder: folderHolding(entry), entry });
  };
  return (
    <FailureBoundary onFailure={askInDialog}>
      {!isFocused && <KeysAhead onType={setTyped} onEscape={onEnd} />}
      <Suspense fallback={<EntryName name={entry.name} />}>
        <NameEditor entry={entry} typed={typed} onFocus={() => setFocused(true)} onEnd={onEnd} />
      </Suspense>
    </FailureBoundary>
  );
}
