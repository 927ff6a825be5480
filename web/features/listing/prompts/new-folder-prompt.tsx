import { makeFolder } from '../../../api/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { PromptOf } from '../../../state/prompts.ts';
import { CreatePrompt } from './create-prompt.tsx';

export function NewFolderPrompt({
  prompt: { folder },
  onClose,
}: {
  prompt: PromptOf<'new-folder'>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <CreatePrompt
      title={t('prompts.newFolder')}
      done="prompts.folderCreated"
      folder={folder}
      create={makeFolder}
      onClose={onClose}
    />
  );
}
