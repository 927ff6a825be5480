import { RESULT_HEADER } from '#contract/transfers.ts';
import {
  RestoreRequest,
  TRASH_COLUMNS,
  TrashedItem,
  TrashOutcome,
  TrashPossible,
  TrashQuestion,
  TrashSelection,
  TrashUsage,
} from '#contract/trash.ts';
import { z } from 'zod';
import {
  flagParam,
  jsonBody,
  jsonReply,
  PAGE_HEADERS,
  pageQuery,
  route,
  statusText,
  textParam,
} from '../../http/route.ts';
import { OPERATION_KEY } from '../../http/operation-key.ts';
import { TRASH_ID } from '../../http/trashed-items.ts';

const MINE = { mine: flagParam('Only what the caller has deleted.') };
const OUTCOME = jsonReply('What has become of each item.', TrashOutcome);

export const LIST_TRASH = route({
  access: 'authenticated',
  group: 'Trash',
  summary: 'List the trash',
  description:
    'Users see what they have deleted, administrators everything. Scope and rules apply to the path at which an item was. Newest first.',
  query: { ...pageQuery(TRASH_COLUMNS), ...MINE },
  replies: { 200: jsonReply('A page of items.', z.array(TrashedItem), PAGE_HEADERS) },
  refusals: ['invalid-request'],
});

export const EMPTY_TRASH = route({
  access: 'authenticated',
  // The operation records itself.
  audit: 'nothing',
  group: 'Trash',
  summary: 'Empty the trash',
  description:
    'Deletes everything for good that the caller sees in the trash. Items that are deleted later stay there. Becomes a job when it takes longer than a second.',
  query: MINE,
  headers: OPERATION_KEY,
  replies: { 200: jsonReply('The items that could not be deleted.', TrashOutcome) },
  refusals: ['invalid-request', 'too-many-requests'],
});

export const GET_TRASH_USAGE = route({
  access: 'authenticated',
  group: 'Trash',
  summary: 'Get the size and the settings of the trash',
  replies: { 200: jsonReply('Of what the caller sees.', TrashUsage) },
});

export const ASK_TRASH = route({
  access: 'authenticated',
  // Changes nothing.
  audit: 'nothing',
  group: 'Trash',
  summary: 'Ask which items the trash cannot take',
  body: jsonBody(TrashQuestion),
  replies: { 200: jsonReply('The items that would be deleted for good.', TrashPossible) },
  refusals: ['invalid-request', 'too-large'],
});

export const RESTORE_TRASHED = route({
  access: 'authenticated',
  audit: 'nothing',
  group: 'Trash',
  summary: 'Restore an item',
  params: TRASH_ID,
  query: {
    destination: textParam(
      'The new path relative to the user’s home, percent-encoded once more than the query requires. By default, where the item was.',
    ),
    override: flagParam('Replaces an existing file and merges folders.'),
    rename: flagParam('Chooses another name if the name is taken.'),
  },
  headers: OPERATION_KEY,
  replies: {
    200: statusText('The item is restored.', { [RESULT_HEADER]: 'Address of the item.' }),
  },
  refusals: [
    'invalid-path',
    'invalid-request',
    'not-found',
    'already-exists',
    'locked',
    'storage-failed',
    'no-space',
    'too-many-requests',
  ],
});

export const RESTORE_TRASHED_ITEMS = route({
  access: 'authenticated',
  // Each item has an entry of its own.
  audit: 'nothing',
  group: 'Trash',
  summary: 'Restore several items',
  body: jsonBody(RestoreRequest),
  headers: OPERATION_KEY,
  replies: { 200: OUTCOME },
  refusals: ['invalid-path', 'invalid-request', 'too-large', 'too-many-requests'],
});

export const DELETE_TRASHED = route({
  access: 'authenticated',
  audit: 'nothing',
  group: 'Trash',
  summary: 'Delete an item in the trash for good',
  params: TRASH_ID,
  headers: OPERATION_KEY,
  replies: { 204: { description: 'The item is deleted.' } },
  refusals: ['invalid-request', 'not-found', 'locked', 'storage-failed', 'too-many-requests'],
});

export const DELETE_TRASHED_ITEMS = route({
  access: 'authenticated',
  // Each item has an entry of its own.
  audit: 'nothing',
  group: 'Trash',
  summary: 'Delete several items in the trash for good',
  body: jsonBody(TrashSelection),
  headers: OPERATION_KEY,
  replies: { 200: OUTCOME },
  refusals: ['invalid-request', 'too-large', 'too-many-requests'],
});
