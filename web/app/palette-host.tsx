import type { Entry } from '#contract/files.ts';
import type { TFunction } from 'i18next';
import { CircleHelp, Settings } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type ActionContext, appearanceOf, offered } from '../actions/action.ts';
import { presentContext } from '../actions/present-context.ts';
import { search } from '../actions/search.ts';
import { FOLDER_GROUPS, SELECTION_GROUPS } from '../actions/selection-actions.ts';
import type { Command } from '../features/palette/palette-items.ts';
import { Palette } from '../features/palette/palette.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { filesAddress } from '../lib/path-codec.ts';
import { sectionsFor } from '../routes/settings/sections.ts';
import type { DialogProps } from '../state/dialog-spec.ts';
import { dialogs } from '../state/dialogs.ts';
import { awaitEntry } from '../state/listing-position.ts';
import { toasts } from '../state/toasts.ts';
import { folderHolding } from '../state/transfer-plan.ts';
import { useUser } from '../state/use-session.ts';
import { placesFor } from './shell/places.ts';

/** Connects the command palette with the displayed folder, the places and the settings. */
export function PaletteHost({ onClose }: DialogProps<'palette'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  // The actions apply to what was selected when the palette was opened.
  const [context] = useState(presentContext);

  const commands: Command[] = [
    ...(context ? commandsIn(t, context) : []),
    {
      id: 'search',
      label: t(search.label),
      icon: search.icon,
      kind: 'action',
      shortcut: search.shortcut,
      run: search.run,
    },
    {
      id: 'help',
      label: t('shell.help'),
      icon: CircleHelp,
      kind: 'action',
      shortcut: 'F1',
      run: () => void dialogs.getState().open({ kind: 'help' }),
    },
    ...placesFor(user).map(({ address, label, icon }) => ({
      id: address,
      label: t(label),
      icon,
      kind: 'page' as const,
      run: () => void navigate(address),
    })),
    ...sectionsFor(user).map(({ address, label }) => ({
      id: address,
      label: `${t('shell.settings')}: ${t(label)}`,
      icon: Settings,
      kind: 'page' as const,
      run: () => void navigate(address),
    })),
  ];

  const open = (entry: Entry, inFolder: boolean) => {
    if (inFolder) {
      awaitEntry(entry.path);
      void navigate(filesAddress(`${folderHolding(entry)}/`));
    } else if (entry.type === 'invalid_link') {
      toasts.getState().show('info', t('listing.brokenLinkOpened'));
    } else void navigate(filesAddress(entry.isDir ? `${entry.path}/` : entry.path));
  };
  return <Palette commands={commands} onOpen={open} onClose={onClose} />;
}

/** Returns the actions for the displayed folder and the selection in it. */
function commandsIn(t: TFunction, context: ActionContext): Command[] {
  const ofSelection = context.selection.length > 0 ? SELECTION_GROUPS.flat() : [];
  const actions = new Set(offered([...ofSelection, ...FOLDER_GROUPS.flat()], context));
  return [...actions].map((action) => {
    const { label, icon } = appearanceOf(action, context);
    return {
      id: action.id,
      label: t(label),
      icon,
      kind: 'action',
      shortcut: action.shortcut,
      isDangerous: action.isDangerous,
      // It may have become unavailable.
      run: () => {
        if (offered([action], context).length > 0) action.run(context);
      },
    };
  });
}
