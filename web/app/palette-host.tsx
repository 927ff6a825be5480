import { CircleHelp, Settings } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { appearanceOf, offered } from '../actions/action.ts';
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
import { folderHolding } from '../state/transfer-plan.ts';
import { useUser } from '../state/use-session.ts';
import { placesFor } from './shell/places.ts';

/** Connects the command palette with the displayed folder, the places and the settings. */
export function PaletteHost({ onClose }: DialogProps<'palette'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  // Kept from the opening on, because the actions must not change what they apply to meanwhile.
  const [context] = useState(presentContext);

  const actions = context
    ? offered(context.selection.length > 0 ? SELECTION_GROUPS.flat() : [], context).concat(
        offered(FOLDER_GROUPS.flat(), context),
      )
    : [];
  const commands: Command[] = [
    ...[...new Set(actions)].map((action) => ({
      id: action.id,
      label: context ? t(appearanceOf(action, context).label) : '',
      icon: context ? appearanceOf(action, context).icon : action.icon,
      kind: 'action' as const,
      shortcut: action.shortcut,
      isDangerous: action.isDangerous,
      run: () => {
        if (context && offered([action], context).length > 0) action.run(context);
      },
    })),
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

  return (
    <Palette
      commands={commands}
      onOpen={(entry, inFolder) => {
        if (inFolder) {
          awaitEntry(entry.path);
          void navigate(filesAddress(`${folderHolding(entry)}/`));
        } else void navigate(filesAddress(entry.isDir ? `${entry.path}/` : entry.path));
      }}
      onClose={onClose}
    />
  );
}
