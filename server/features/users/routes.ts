import { OWN_FIELDS, User, UserEnvelope, type OwnField } from '#contract/users.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { signedInOf } from '../../http/authenticate.ts';
import { readJson } from '../../http/request.ts';
import { sendStatus } from '../../http/text-reply.ts';
import type { Database } from '../../metadata/database.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { updateOwnPreferences } from './update-own-preferences.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** Anything but digits is no user's address. */
const URL = '/api/users/:id(^\\d{1,15}$)';

/** One's own record, and the preferences in it. */
export function userRoutes(db: Database) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(URL, { config: { access: 'signed-in' } }, async (request, reply) =>
      reply.send(shownUser(selfOf(request))),
    );

    app.put(URL, { config: { access: 'signed-in' } }, async (request, reply) => {
      const self = selfOf(request);
      const { which, data } = await readJson(request, UserEnvelope, { maxBytes: MAX_BODY_BYTES });
      if (data.id !== undefined && data.id !== self.id) {
        throw new AppError('invalid-request', 'the id is that of another user');
      }
      await updateOwnPreferences(db, self.id, which.map(ownField), data);
      return sendStatus(reply, 200);
    });
  };
}

/** Whom one may not see, one may not find out about either. */
function selfOf(request: FastifyRequest): StoredUser {
  const { user } = signedInOf(request);
  // The route has this parameter.
  const { id } = request.params as { readonly id: string };
  if (id !== String(user.id)) throw new AppError('forbidden', 'the record of somebody else');
  return user;
}

/** Which fields exist is no secret, but only these are one's own to change. */
function ownField(name: string): OwnField {
  const field = OWN_FIELDS.find((own) => own === name);
  if (field === undefined || field === 'password') {
    throw new AppError('forbidden', `${name} is not one's own to change here`);
  }
  return field;
}

/** Field by field by the contract: what it does not name is never shown. */
function shownUser(user: StoredUser): User {
  return {
    ...User.omit({ password: true }).parse(user),
    password: '',
    scope: user.perm.admin ? user.scope : '',
  };
}
