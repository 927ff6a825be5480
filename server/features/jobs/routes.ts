import { Job, JOB_ACTIONS, type JobAction, KEEP_QUERY } from '#contract/jobs.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, administratorsOnly } from '../../http/authenticate.ts';
import { isFlagSet, paramOf } from '../../http/request.ts';
import { flagParam, jsonReply, numberParam, route } from '../../http/route.ts';
import { sendStatus } from '../../http/text-reply.ts';
import type { Jobs } from '../../operations/jobs.ts';
import { noSuchJob } from '../../operations/job-errors.ts';

const ID = { id: numberParam('Number of the job.') };

const LIST_JOBS = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'List jobs',
  description:
    'Copies, moves, deletions and restores that take longer than a second become jobs. Lists the latest jobs of the caller, those that have ended ' +
    'included, the latest first.',
  query: { all: flagParam('Lists the jobs of all users. Administrators only.') },
  replies: { 200: jsonReply('The jobs.', z.array(Job)) },
});

const GET_JOB = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'Get a job',
  params: ID,
  replies: { 200: jsonReply('The job.', Job) },
  refusals: ['not-found'],
});

const FORGET_JOB = route({
  access: 'authenticated',
  audit: 'nothing',
  group: 'Files',
  summary: 'Forget a job that has ended',
  params: ID,
  replies: { 204: { description: 'The job is forgotten.' } },
  refusals: ['not-found', 'locked'],
});

const KEEP = {
  [KEEP_QUERY]: flagParam(
    'For the copy of a folder: publishes what is copied, instead of removing it. The job is cancelled, “result” is the path of the part, and a ' +
      'retry completes it. 400 for other kinds of jobs.',
  ),
};

const WORDS: Readonly<
  Record<JobAction, { readonly summary: string; readonly description: string }>
> = {
  pause: {
    summary: 'Pause a job',
    description:
      'The job stands still, also after a restart, until it is resumed. Others cannot change its paths meanwhile.',
  },
  resume: {
    summary: 'Resume a paused job',
    description: 'Authorizes the user of the job again. The job waits for a slot of its device.',
  },
  cancel: {
    summary: 'Cancel a job',
    description:
      'A copy that is not complete is removed, unless it is asked to keep what is copied. Items that were merged, moved or deleted already ' +
      'stay so; “kept” is their number. A copy that is complete may be published nevertheless.',
  },
  retry: {
    summary: 'Run a job again',
    description:
      'For jobs that have failed or were cancelled. For a job that is done but has left items out, processes these.',
  },
};

/** Serves the long operations of users. */
export function jobRoutes(jobs: Jobs) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/api/jobs', LIST_JOBS, async (request, reply) => {
      const actor = actorOf(request);
      const all = isFlagSet(request, 'all');
      if (all && !actor.permissions.has('admin')) throw administratorsOnly();
      return reply.send(await jobs.list(actor, { all }));
    });

    app.get('/api/jobs/:id', GET_JOB, async (request, reply) =>
      reply.send(await jobs.get(actorOf(request), idIn(request))),
    );

    app.delete('/api/jobs/:id', FORGET_JOB, async (request, reply) => {
      await jobs.forget(actorOf(request), idIn(request));
      return sendStatus(reply, 204);
    });

    for (const action of JOB_ACTIONS) {
      app.post(`/api/jobs/:id/${action}`, declarationOf(action), async (request, reply) =>
        reply.send(
          await jobs.applyAction(actorOf(request), idIn(request), action, {
            keepsPart: isFlagSet(request, KEEP_QUERY),
          }),
        ),
      );
    }
  };
}

function declarationOf(action: JobAction) {
  return route({
    access: 'authenticated',
    // The job records how it ends.
    audit: 'nothing',
    group: 'Files',
    ...WORDS[action],
    params: ID,
    ...(action === 'cancel' && { query: KEEP }),
    replies: { 200: jsonReply('The job.', Job) },
    refusals: ['invalid-request', 'not-found', 'locked'],
  });
}

function idIn(request: FastifyRequest): number {
  const id = paramOf(request, 'id');
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw noSuchJob();
}
