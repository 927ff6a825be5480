import { Readable } from 'node:stream';
import type { Totals } from '#contract/files.ts';
import type { FastifyInstance } from 'fastify';
import { locate } from '../../access/locate.ts';
import { actorOf } from '../../http/authenticate.ts';
import { whenCallerLeaves } from '../../http/caller-left.ts';
import { pathOf } from '../../http/request.ts';
import { listAllBelow } from '../../tree/list-all-below.ts';
import { totalsOf } from '../../tree/totals.ts';
import type { Tree } from '../../tree/tree.ts';

const SIGNED_IN = { config: { access: 'signed-in' } } as const;
/** What is called `recursive` is made, changed and removed like everything else (WIRE.md 0.4). */
const RECURSIVE = { config: { access: 'signed-in', otherMethodsElsewhere: true } } as const;

/** What looks at everything below a folder, for as long as somebody waits for it. */
export function walkRoutes(tree: Tree) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/resources/recursive/*', RECURSIVE, async (request, reply) => {
      const actor = actorOf(request);
      const path = locate(actor, pathOf(request).path);
      const parts = await listAllBelow(tree, actor, path, whenCallerLeaves(reply));
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(Readable.from(parts, { objectMode: false }));
    });

    app.get('/api/totals/*', SIGNED_IN, async (request, reply) => {
      const actor = actorOf(request);
      const path = locate(actor, pathOf(request).path);
      const totals: Totals = await totalsOf(tree, actor, path, whenCallerLeaves(reply));
      return reply.send(totals);
    });
  };
}
