import type { Entry } from '#contract/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { PROBLEM_TEXT, problemOf } from '../../../lib/name-problem.ts';
import { folderHolding } from '../../../state/transfer-plan.ts';
import { renameEntry } from './rename-entry.ts';
import { stemLength } from './stem-length.ts';
import { useTakenNames } from '../../../state/use-taken-names.ts';

/**
 * State of a field for the new name of an entry. The part before the extension is selected, so that typing replaces just
 * that.
 */
export function useNewName(
  entry: Entry,
  field: RefObject<HTMLInputElement | null>,
  typed = '',
): {
  readonly name: string;
  /** Message about a name that is not possible. */
  readonly problem: string | undefined;
  change(name: string): void;
  /** Renames the entry if the name differs. Returns false if the name is not possible. */
  submit(): boolean;
} {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [changed, setChanged] = useState<string>();
  const name = changed ?? (typed === '' ? entry.name : typed + entry.name.slice(stemLength(entry)));
  const all = useTakenNames(folderHolding(entry));
  const others = useMemo(() => {
    const names = new Set(all);
    names.delete(entry.name);
    return names;
  }, [all, entry.name]);
  const problem = problemOf(name, others);

  // Runs after a dialog has focused the field.
  useEffect(() => {
    if (typed === '') field.current?.setSelectionRange(0, stemLength(entry));
    else field.current?.setSelectionRange(typed.length, typed.length);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the field appears, and for text that precedes its focus
  }, [typed]);

  return {
    name,
    problem: problem && t(PROBLEM_TEXT[problem]),
    change: setChanged,
    submit() {
      if (name.trim() === '' || problem) return false;
      if (name !== entry.name) void renameEntry({ t, queries }, entry, name);
      return true;
    },
  };
}
