import { USER_COLUMNS, USERS_URL } from '#contract/users.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAttemptThrottle } from '../../access/attempt-throttle.ts';
import type { Administration } from '../../administration/administration.ts';
import { addUser } from '../../administration/users/add-user.ts';
import { changeUser, requireUser } from '../../administration/users/change-user.ts';
import { removeUser } from '../../administration/users/remove-user.ts';
import type { UserConfig } from '../../config/config.ts';
import { AppError } from '../../errors.ts';
import { addAuditFacts } from '../../http/audit.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { pageIn, sendPage, sendSlices } from '../../http/list-pages.ts';
import { sendStatus } from '../../http/text-reply.ts';
import { countBelongings } from '../../metadata/belongings.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { changedFields } from './changed-fields.ts';
import { confirmPassword, type Confirmation } from './confirm-password.ts';
import { readConfirmation, readEnvelope } from './envelope.ts';
import { allUsers, pageOfUsers } from './list-users.ts';
import { namedFields, needsConfirmation } from './named-fields.ts';
import { shownUser } from './shown-user.ts';
import { adminUserPatch, ownUserPatch } from './user-patch.ts';
import { newUserInput } from './new-user-input.ts';

/** Anything but digits is no user's address. */
const URL = '/api/users/:id(^\\d{1,15}$)';
const BELONGINGS_URL = `${URL}/belongings`;

const MAKING = { config: { access: 'admin', audit: 'user-make' } } as const;
const CHANGING = { config: { access: 'authenticated', audit: 'user-change' } } as const;
const REMOVING = { config: { access: 'authenticated', audit: 'user-remove' } } as const;

/** Everybody's own record, and all of them for administrators. */
export function userRoutes(administration: Administration, config: UserConfig) {
  const { db } = administration;
  const confirmation: Confirmation = {
    db,
    throttle: createAttemptThrottle(),
    isRequired: config.requireCurrentPassword,
  };

  return async (app: FastifyInstance): Promise<void> => {
    app.get(USERS_URL, { config: { access: 'admin' } }, async (request, reply) => {
      const asked = pageIn(request, USER_COLUMNS);
      if (asked === undefined) return sendSlices(reply, allUsers(db.read));
      return sendPage(reply, asked, await pageOfUsers(db.read, asked));
    });

    app.post(USERS_URL, MAKING, async (request, reply) => {
      const { which, current_password, data } = await readEnvelope(request);
      await confirmPassword(confirmation, request, current_password);
      if (which.length > 0) throw new AppError('invalid-request', 'which: a new user is whole');
      const { id, username } = await addUser(administration, newUserInput(data));
      addAuditFacts(request, { about: username });
      return sendStatus(reply.header('location', `/settings/users/${id}`), 201);
    });

    app.get(URL, { config: { access: 'authenticated' } }, async (request, reply) => {
      const user = await requireUser(db.read, addressedId(request));
      return reply.send(shownUser(user, { toAdmin: sessionOf(request).user.perm.admin }));
    });

    app.get(BELONGINGS_URL, { config: { access: 'admin' } }, async (request, reply) => {
      const { id } = await requireUser(db.read, addressedId(request));
      return reply.send(await countBelongings(db.read, id, Date.now()));
    });

    app.put(URL, CHANGING, async (request, reply) => {
      addressedId(request);
      const { which, current_password, data } = await readEnvelope(request);
      // Not before the body is there: it may have taken its time, and who sends it may be somebody else by now.
      const id = addressedId(request);
      const { user: self, sessionIdHash } = sessionOf(request);
      if (data.id !== undefined && data.id !== id) {
        throw new AppError('invalid-request', 'id: is that of another user');
      }
      const fields = namedFields(which);
      if (needsConfirmation(fields)) await confirmPassword(confirmation, request, current_password);
      const changes = self.perm.admin
        ? adminUserPatch(fields, data)
        : ownUserPatch(fields, data, self);
      const before = await requireUser(db.read, id);
      addAuditFacts(request, { about: before.username });
      const after = await changeUser(administration, id, changes, keeping(self, id, sessionIdHash));
      const changed = changedFields(before, after);
      addAuditFacts(request, { fields: changed, isLeftOut: changed.length === 0 });
      return sendStatus(reply, 200);
    });

    app.delete(URL, REMOVING, async (request, reply) => {
      addressedId(request);
      await confirmPassword(confirmation, request, await readConfirmation(request));
      const { id, username } = await requireUser(db.read, addressedId(request));
      addAuditFacts(request, { about: username });
      await removeUser(administration, id);
      return sendStatus(reply, 200);
    });
  };
}

/** Whom one may not see, one may not find out about either. */
function addressedId(request: FastifyRequest): number {
  const { user } = sessionOf(request);
  // The routes that use this have this parameter.
  const { id } = request.params as { readonly id: string };
  if (id === String(user.id)) return user.id;
  if (!user.perm.admin) throw new AppError('forbidden', 'the record of somebody else');
  if (id !== String(Number(id))) throw new AppError('not-found', 'no id begins with a zero');
  return Number(id);
}

/** Whoever changes their own password stays signed in where they did it. */
function keeping(self: StoredUser, id: number, sessionIdHash: string) {
  return self.id === id ? { keepSession: sessionIdHash } : {};
}
