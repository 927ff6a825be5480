import type { ListedUser } from '#contract/users.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { Button } from '../../../ui/button.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';

/** The way to the question whether a user is to be deleted. */
export function DeleteGroup({ user, onDeleted }: { user: ListedUser; onDeleted(): void }) {
  const { t } = useTranslation();
  return (
    <FieldGroup title={t('users.deleteGroup')} explanation={t('users.deleteGroupText')}>
      <div>
        <Button
          variant="danger"
          aria-haspopup="dialog"
          onClick={() => dialogs.getState().open({ kind: 'user-delete', user, deleted: onDeleted })}
        >
          {t('users.delete')}
        </Button>
      </div>
    </FieldGroup>
  );
}
