import { UserPermissions } from '#contract/users.ts';
import { z } from 'zod';
import { isPasswordHash } from '../../config/setting-types.ts';
import { LegacyUser } from '../../compat/filebrowser2/migration/legacy-records.ts';

const hash = z.string().refine(isPasswordHash, 'has to be a bcrypt or argon2 hash');

/** As it is stored; `password` is a hash. An id of 0 is still to be given. */
export type ImportedUser = LegacyUser;

/** A user in a file: of an export, where `password` is the hash, or from elsewhere. One of the three passwords has to be there. */
export const UserRecord = LegacyUser.extend({
  id: z.int().nonnegative().default(0),
  password: hash.optional(),
  hash: hash.optional(),
  plainPassword: z.string().optional(),
  perm: LegacyUser.shape.perm.optional(),
});
export type UserRecord = z.infer<typeof UserRecord>;

export const PERMISSION_NAMES = UserPermissions.keyof().options;
