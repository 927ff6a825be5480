import {
  ListedUser,
  User,
  USER_COLUMNS,
  UserBelongings,
  UserEnvelope,
  USERS_URL,
} from '#contract/users.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createAttemptThrottle, LOGIN_ATTEMPT_LIMITS } from '../../access/attempt-throttle.ts';
import type { Administration } from '../../administration/administration.ts';
import { addUser, type NewUserInput } from '../../administration/users/add-user.ts';
import { changeUser, requireUser } from '../../administration/users/change-user.ts';
import { removeUser } from '../../administration/users/remove-user.ts';
import type { UserConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { pageIn, sendPage, prepareSlices } from '../../http/list-pages.ts';
import {
  jsonBody,
  jsonReply,
  numberParam,
  optionalJsonBody,
  PAGE_HEADERS,
  pageQuery,
  route,
  statusText,
} from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { countBelongings } from '../../metadata/belongings.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { confirmPassword, type Confirmation } from './confirm-password.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { readConfirmation, readEnvelope, type SentUser } from './envelope.ts';
import { allUsers, pageOfUsers, shownUser } from './list-users.ts';
import { isPreference, namedFields, needsConfirmation } from './named-fields.ts';
import { adminUserPatch, ownUserPatch } from './user-patch.ts';
import { differingKeys } from '../../lib/differing-keys.ts';
import type { CountTogether } from '../../lib/rate-limiter.ts';
import { paramOf } from '../../http/request.ts';

/** IDs are digits. */
const URL = '/api/users/:id(^\\d{1,15}$)';
const BELONGINGS_URL = `${URL}/belongings`;

const USER_ID = { id: numberParam('ID of the user.') };

const LIST_USERS = route({
  access: 'admin',
  group: 'Users',
  summary: 'List all users',
  query: pageQuery(USER_COLUMNS),
  replies: {
    200: jsonReply(
      'All users in the order of their IDs, or a page.',
      z.array(ListedUser),
      PAGE_HEADERS,
    ),
  },
  refusals: ['invalid-request'],
});

const CREATE_USER = route({
  access: 'admin',
  audit: 'user-make',
  group: 'Users',
  summary: 'Create a user',
  description: 'Missing fields get the defaults for new users. “which” is empty.',
  body: jsonBody(UserEnvelope),
  replies: { 201: statusText('The user is created.', { Location: 'Address of the user’s page.' }) },
  refusals: ['invalid-request', 'wrong-credentials', 'already-exists', 'too-large'],
});

const GET_USER = route({
  access: 'authenticated',
  group: 'Users',
  summary: 'Get a user',
  description: 'Administrators can get all users, other users only themselves.',
  params: USER_ID,
  replies: { 200: jsonReply('The user. The password is always empty.', User) },
  refusals: ['not-found'],
});

const COUNT_BELONGINGS = route({
  access: 'admin',
  group: 'Users',
  summary: 'Count what is deleted together with a user',
  params: USER_ID,
  replies: {
    200: jsonReply('Number of items of each kind that would be deleted.', UserBelongings),
  },
  refusals: ['not-found'],
});

const UPDATE_USER = route({
  access: 'authenticated',
  audit: 'user-change',
  group: 'Users',
  summary: 'Update a user',
  description:
    '“which” names the fields to update. “all” or an empty list means every field, and is for administrators. ' +
    'Other users can update some of their own fields.',
  params: USER_ID,
  body: jsonBody(UserEnvelope),
  replies: { 200: statusText('The user is updated.') },
  refusals: ['invalid-request', 'wrong-credentials', 'not-found', 'already-exists', 'too-large'],
});

const DELETE_USER = route({
  access: 'authenticated',
  audit: 'user-remove',
  group: 'Users',
  summary: 'Delete a user',
  description: 'Also ends their sessions, shares and unfinished uploads. Their files are kept.',
  params: USER_ID,
  body: optionalJsonBody(z.object({ current_password: z.string().optional() })),
  replies: { 200: statusText('The user is deleted.') },
  refusals: ['invalid-request', 'wrong-credentials', 'not-found'],
});

/** Mounts the routes with which users manage their own account, and administrators all accounts. */
export function userRoutes(
  administration: Administration,
  config: UserConfig,
  count: CountTogether = () => undefined,
) {
  const { db } = administration;
  const confirmation: Confirmation = {
    db,
    throttle: createAttemptThrottle(undefined, LOGIN_ATTEMPT_LIMITS, (limit) =>
      count(`confirmation ${limit}`),
    ),
    isRequired: config.requireCurrentPassword,
  };

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(invitationRoutes(administration, confirmation, count));

    app.get(USERS_URL, LIST_USERS, async (request, reply) => {
      const asked = pageIn(request, USER_COLUMNS);
      if (asked === undefined) {
        const send = await prepareSlices(reply, allUsers(db.read));
        return send();
      }
      return sendPage(reply, asked, await pageOfUsers(db.read, asked));
    });

    app.post(USERS_URL, CREATE_USER, async (request, reply) => {
      const { which, current_password, data } = await readEnvelope(request);
      await confirmPassword(confirmation, request, current_password);
      if (which.length > 0)
        throw new AppError('invalid-request', 'which: must be empty for a new user');
      const { id, username } = await addUser(administration, newUserInput(data));
      addAuditFacts(request, { about: username });
      return sendStatus(reply.header('location', `/settings/users/${id}`), 201);
    });

    app.get(URL, GET_USER, async (request, reply) => {
      const user = await requireUser(db.read, addressedId(request));
      return reply.send(shownUser(user, { toAdmin: sessionOf(request).user.perm.admin }));
    });

    app.get(BELONGINGS_URL, COUNT_BELONGINGS, async (request, reply) => {
      const { id } = await requireUser(db.read, addressedId(request));
      return reply.send(await countBelongings(db.read, id, Date.now()));
    });

    app.put(URL, UPDATE_USER, async (request, reply) => {
      addressedId(request);
      const { which, current_password, data } = await readEnvelope(request);
      // Checked again, as the permissions of the caller may have changed while the body was received.
      const id = addressedId(request);
      const { user: self, sessionIdHash } = sessionOf(request);
      if (data.id !== undefined && data.id !== id) {
        throw new AppError('invalid-request', 'id: does not match the address');
      }
      const fields = namedFields(which);
      if (needsConfirmation(fields)) await confirmPassword(confirmation, request, current_password);
      const changes = self.perm.admin
        ? adminUserPatch(fields, data)
        : ownUserPatch(fields, data, self);
      const before = await requireUser(db.read, id);
      addAuditFacts(request, { about: before.username });
      const after = await changeUser(
        administration,
        id,
        changes,
        keptSession(self, id, sessionIdHash),
      );
      const changed = changedFields(before, after);
      const isOwnView = id === self.id && changed.every(isPreference);
      addAuditFacts(request, { fields: changed, recordsFailuresOnly: isOwnView });
      return sendStatus(reply, 200);
    });

    app.delete(URL, DELETE_USER, async (request, reply) => {
      addressedId(request);
      await confirmPassword(confirmation, request, await readConfirmation(request));
      const { id, username } = await requireUser(db.read, addressedId(request));
      addAuditFacts(request, { about: username });
      await removeUser(administration, id);
      return sendStatus(reply, 200);
    });
  };
}

/**
 * Returns the ID in the address. Throws `forbidden`, whether the user exists or not, unless it is the caller's or an
 * administrator requests it.
 */
function addressedId(request: FastifyRequest): number {
  const { user } = sessionOf(request);
  const id = paramOf(request, 'id');
  if (id === String(user.id)) return user.id;
  if (!user.perm.admin) throw new AppError('forbidden', 'users can only see and update themselves');
  if (id !== String(Number(id)))
    throw new AppError('not-found', 'an ID does not begin with a zero');
  return Number(id);
}

/** Keeps the current session when users change their own password. */
function keptSession(self: StoredUser, id: number, sessionIdHash: string) {
  return self.id === id ? { keepSession: sessionIdHash } : {};
}

/** Returns the contract's names of the fields that differ. */
function changedFields(before: StoredUser, after: StoredUser): string[] {
  const names = differingKeys(before, after).filter((name) => !AUTOMATIC_FIELDS.has(name));
  return names.map((name) => (name === 'passwordHash' ? 'password' : name));
}

/** Fields that change with every update, or when the user logs in. */
const AUTOMATIC_FIELDS: ReadonlySet<string> = new Set(['updatedAt', 'lastSeenAt']);

/** Returns the user that an administrator wants to create. The id is assigned here. */
function newUserInput(data: SentUser): NewUserInput {
  const { username = '', password = '', id: _id, lastSeen: _lastSeen, perm, ...fields } = data;
  if (password === '') throw new AppError('invalid-request', 'password is empty');
  return {
    username,
    password: { plain: password },
    // Absent fields stay undefined. Absent permissions are false, regardless of the defaults (compatibility.md 0.7).
    fields: { ...fields, perm: { ...NO_PERMISSIONS, ...perm } } as NonNullable<
      NewUserInput['fields']
    >,
    home: 'derived',
  };
}
