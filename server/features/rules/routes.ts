import { Explanation, RULE_TRIAL_URL, RuleTrial, RuleTrialOutcome } from '#contract/rules.ts';
import { parseTreePath, type TreePath } from '#contract/paths.ts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import { paramOf, queryOf, readJson } from '../../http/request.ts';
import {
  jsonBody,
  jsonReply,
  numberParam,
  requiredParam,
  route,
  textParam,
} from '../../http/route.ts';
import { explainPath, type ExplainService } from './explain-path.ts';
import { tryRules } from './try-rules.ts';
import { requireUser } from '../../administration/users/change-user.ts';

/** Maximum size of the body of a trial, with all rules of a user and of everyone. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

const EXPLAIN_PATH = route({
  access: 'admin',
  group: 'Users',
  summary: 'Explain what a user may do with a path',
  params: { id: numberParam('ID of the user.') },
  query: { path: requiredParam(textParam('Path as the user sees it.')) },
  replies: {
    200: jsonReply('What is refused, the reasons, and the deciding rules.', Explanation),
  },
  refusals: ['invalid-request', 'not-found'],
});

const TRY_RULES = route({
  access: 'admin',
  // Changes nothing.
  audit: 'nothing',
  group: 'Users',
  summary: 'Try rules before saving them',
  body: jsonBody(RuleTrial),
  replies: { 200: jsonReply('What the rules decide for the path.', RuleTrialOutcome) },
  refusals: ['invalid-request', 'too-large'],
});

/** Explains the effect of rules to administrators. Reveals nothing about a file except whether it exists. */
export function ruleRoutes(service: ExplainService) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/users/:id(^\\d{1,15}$)/explain', EXPLAIN_PATH, async (request, reply) => {
      const path = requirePath(queryOf(request)['path'] ?? '');
      const id = paramOf(request, 'id');
      const user = await requireUser(service.db.read, Number(id));
      return reply.send(await explainPath(service, user, path));
    });

    app.post(RULE_TRIAL_URL, TRY_RULES, async (request, reply) => {
      const { path, ...rules } = await readJson(request, RuleTrial, { maxBytes: MAX_BODY_BYTES });
      const foldsCase = !service.tree.driver.features.caseSensitive;
      return reply.send(tryRules(rules, requirePath(path), { foldsCase }));
    });
  };
}

/** Parses a path as the user sees it, which is not translated to one from the root yet. Throws `invalid-request`. */
function requirePath(text: string): TreePath {
  // An empty text would be parsed as "/".
  const path = text === '' ? undefined : parseTreePath(text);
  if (path === undefined) throw new AppError('invalid-request', 'path: must be a path');
  return path;
}
