import { Settings, UserPlus } from 'lucide-react';
import { lazy } from 'react';
import { type ActionContext, offered } from '../../actions/action.ts';
import { CREATING } from '../../actions/selection-actions.ts';
import { withMessages } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { useUser } from '../../state/use-session.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice, NoticeActions, NoticeText } from '../../ui/data-view/notice.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { useFocusInContent } from '../../ui/use-focus-in-content.ts';
import lonelyDrawingStyles from './lonely-drawing.module.css';

const DeletionNote = lazy(async () => ({
  default: (await withMessages('files', import('./deletion-note.tsx'))).DeletionNote,
}));

/** Shown in a folder without visible entries. */
export function FolderWithoutEntries({
  context,
  isEmpty,
  onMenu,
}: {
  context: ActionContext;
  /** False while the folder has entries that are hidden because they are being deleted. */
  isEmpty: boolean;
  /** Opens the context menu of the folder. */
  onMenu(anchor: DOMRect): void;
}) {
  useFocusInContent(String(isEmpty));
  if (isEmpty) return <EmptyFolder context={context} onMenu={onMenu} />;
  return (
    <LatePart>
      <DeletionNote />
    </LatePart>
  );
}

function EmptyFolder({
  context,
  onMenu,
}: {
  context: ActionContext;
  onMenu(anchor: DOMRect): void;
}) {
  const { t } = useTranslation();
  const hasMouse = useMediaQuery('(hover: hover)');
  const isNarrow = useMediaQuery(NARROW);
  const creating = offered(CREATING, context);
  const [mostLikely] = creating;
  // The round button of a narrow window has the others.
  const shown = isNarrow ? creating.slice(0, 1) : creating;
  return (
    <Notice
      drawing={<LonelyDrawing />}
      title={t('listing.lonely')}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(new DOMRect(event.clientX, event.clientY, 0, 0));
      }}
    >
      <NoticeText>{t(hintFor(context.permissions.create, hasMouse))}</NoticeText>
      {shown.length > 0 && (
        <NoticeActions>
          {shown.map((action) => (
            <Button
              key={action.id}
              variant={action === mostLikely ? 'primary' : 'plain'}
              onClick={() => action.run(context)}
            >
              <action.icon size={18} strokeWidth={1.75} aria-hidden />
              {t(action.label)}
            </Button>
          ))}
        </NoticeActions>
      )}
      {context.folder === '' && <FirstSteps />}
    </Notice>
  );
}

/** Leads administrators from an empty home folder to the settings. */
function FirstSteps() {
  const { t } = useTranslation();
  const isAdmin = useUser()?.perm.admin ?? false;
  if (!isAdmin) return null;
  return (
    <NoticeActions>
      <ButtonLink to="/settings/users/new">
        <UserPlus size={18} strokeWidth={1.75} aria-hidden />
        {t('shell.users')}
      </ButtonLink>
      <ButtonLink to="/settings/global">
        <Settings size={18} strokeWidth={1.75} aria-hidden />
        {t('shell.global')}
      </ButtonLink>
    </NoticeActions>
  );
}

function hintFor(mayCreate: boolean, hasMouse: boolean) {
  if (!mayCreate) return 'listing.lonelyReadOnly';
  return hasMouse ? 'listing.lonelyHint' : 'listing.lonelyTouchHint';
}

/** Drawing of an open, empty folder on a hill under the moon. */
function LonelyDrawing() {
  return (
    <svg
      className={lonelyDrawingStyles.drawing}
      width="200"
      height="132"
      viewBox="0 0 200 132"
      aria-hidden
    >
      <circle className={lonelyDrawingStyles.moon} cx="150" cy="30" r="15" />
      <circle className={lonelyDrawingStyles.shade} cx="143" cy="26" r="13" />
      <path
        className={lonelyDrawingStyles.star}
        d="M44 26v8M40 30h8M92 10v6M89 13h6M118 44v6M115 47h6M22 58v6M19 61h6"
      />
      <ellipse className={lonelyDrawingStyles.hill} cx="100" cy="112" rx="96" ry="18" />
      <path
        className={lonelyDrawingStyles.back}
        d="M64 52a5 5 0 0 1 5-5h16a5 5 0 0 1 3.8 1.7L93 54h36a5 5 0 0 1 5 5v39H64z"
      />
      <path
        className={lonelyDrawingStyles.front}
        d="M57.6 71.4A5 5 0 0 1 62.5 65h77a5 5 0 0 1 4.9 6.2l-6.6 26A5 5 0 0 1 133 101H69a5 5 0 0 1-4.8-3.6z"
      />
      <path className={lonelyDrawingStyles.line} d="M90 81v3M110 81v3M93 91.5c4-3 10-3 14 0" />
    </svg>
  );
}
