import { makeFile } from '../../../api/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { PromptOf } from '../../../state/prompts.ts';
import { CreatePrompt } from './create-prompt.tsx';

export function NewFilePrompt({
  prompt: { folder },
  onClose,
}: {
  prompt: PromptOf<'new-file'>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <CreatePrompt
      title={t('prompts.newFile')}
      done="prompts.fileCreated"
      folder={folder}
      create={makeFile}
      onClose={onClose}
    />
  );
}
