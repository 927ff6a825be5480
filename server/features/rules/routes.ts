import { RULE_TRIAL_URL, RuleTrial } from '#contract/rules.ts';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { queryOf, readJson } from '../../http/request.ts';
import { findUserById, type StoredUser } from '../../metadata/users.ts';
import { explainPath, type ExplainService } from './explain-path.ts';
import { tryRules } from './try-rules.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const FOR_ADMINS = { config: { access: 'admin' } } as const;
// Nothing becomes of it.
const TRYING = { config: { access: 'admin', audit: 'nothing' } } as const;

/** What rules do, told to those who make them: never more of what is there than whether it is. */
export function ruleRoutes(service: ExplainService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/users/:id(^\\d{1,15}$)/explain', FOR_ADMINS, async (request, reply) => {
      const path = requirePath(queryOf(request)['path'] ?? '');
      // The route has this parameter.
      const { id } = request.params as { readonly id: string };
      const user = await requireUser(service, Number(id));
      return reply.send(await explainPath(service, user, path));
    });

    app.post(RULE_TRIAL_URL, TRYING, async (request, reply) => {
      const { path, ...rules } = await readJson(request, RuleTrial, { maxBytes: MAX_BODY_BYTES });
      const foldsCase = !service.tree.driver.features.caseSensitive;
      return reply.send(tryRules(rules, requirePath(path), { foldsCase }));
    });
  };
}

function requirePath(text: string): TreePath {
  const path = text === '' ? undefined : parseTreePath(text);
  if (path === undefined) throw new AppError('invalid-request', 'path: has to be a path');
  return path;
}

async function requireUser({ db }: ExplainService, id: number): Promise<StoredUser> {
  const user = await findUserById(db.read, id);
  if (user === undefined) throw new AppError('not-found', 'there is no such user');
  return user;
}
