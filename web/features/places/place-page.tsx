import type { Entry } from '#contract/files.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import { useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { ActionContext, Transfers } from '../../actions/action.ts';
import { PLACES_KEY, starredQuery } from '../../api/places.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { dialogs } from '../../state/dialogs.ts';
import { pendingChanges } from '../../state/pending-changes.ts';
import { starred } from '../../state/starred.ts';
import { folderHolding } from '../../state/transfer-plan.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/data-view/list-skeleton.tsx';
import { Notice, NoticeText } from '../../ui/data-view/notice.tsx';
import { useFocusInContent } from '../../ui/use-focus-in-content.ts';
import type { Group } from '../../i18n/days-of.ts';
import { PlaceList } from './place-list.tsx';

interface Empty {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
}

/** List of starred or recent items from any folder of the user, or its placeholder, failure or explanation of an empty list. */
export function PlacePage<Item extends Entry>({
  list: { data, error, refetch },
  transfers,
  groups,
  noteTitle,
  note,
  empty,
}: {
  list: Pick<UseQueryResult<Item[]>, 'data' | 'error' | 'refetch'>;
  transfers: Transfers;
  groups(items: readonly Item[]): readonly Group<Item>[];
  /** Name of the column of notes. */
  noteTitle: string;
  /** Text at the end of a row. */
  note(item: Item): string;
  empty: Empty;
}) {
  const contextOf = usePlaceContext(transfers);
  useCurrentLists();
  useStars();
  if (!data) {
    return error ? (
      <Failed failure={error} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rowHeight="40px" columns={['120px', '80px']} isPlain />
    );
  }
  if (data.length === 0) return <Nothing {...empty} />;
  return (
    <PlaceList groups={groups(data)} noteTitle={noteTitle} note={note} contextOf={contextOf} />
  );
}

/** Reads the lists again after operations and changed stars. */
function useCurrentLists(): void {
  const queries = useQueryClient();
  const pending = useStore(pendingChanges, ({ changes }) => changes);
  const paths = useStore(starred, (state) => state.paths);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) void queries.invalidateQueries({ queryKey: PLACES_KEY });
    isFirst.current = false;
  }, [queries, pending, paths]);
}

/** Loads the starred paths for the stars of the rows, unless another page has loaded them. */
function useStars(): void {
  const { data } = useQuery(starredQuery);
  useEffect(() => {
    if (data && starred.getState().paths.size === 0) {
      starred.setState({ paths: new Set(data.map(({ path }) => path)) });
    }
  }, [data]);
}

/** Returns a function that creates the context of the actions for one entry. */
function usePlaceContext(transfers: Transfers): (entry: Entry) => ActionContext {
  const navigate = useNavigate();
  const permissions = useUser()?.perm ?? NO_PERMISSIONS;
  const nothing = () => {};
  return (entry) => ({
    folder: folderHolding(entry),
    here: entry,
    selection: [entry],
    permissions,
    dialogs: dialogs.getState(),
    transfers,
    // The list has no folder of its own.
    uploads: { picksFolders: false, pick: nothing },
    clipboard: undefined,
    open: ({ path, isDir }) => void navigate(filesAddress(isDir ? `${path}/` : path)),
    openFolder: (path) => void navigate(filesAddress(`${path}/`)),
    view: { mode: 'list', change: nothing },
    multiple: { isOn: false, set: nothing },
    terminal: { isOpen: false, isRunning: false, toggle: nothing },
  });
}

function Nothing({ icon, title, text }: Empty) {
  useFocusInContent();
  return (
    <Notice icon={icon} title={title}>
      <NoticeText>{text}</NoticeText>
    </Notice>
  );
}

function Failed({ failure, onRetry }: { failure: Error; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <Notice title={t('places.failed')} role="alert">
      <NoticeText>{failureText(t, failure)}</NoticeText>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Notice>
  );
}
