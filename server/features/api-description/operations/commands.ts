import {
  COMMAND_RUNS_URL,
  COMMAND_TRIAL_URL,
  CommandRunsPage,
  CommandTrialResult,
  TRIGGERS,
} from '#contract/commands.ts';
import { z } from 'zod';
import {
  type DescribedOperation,
  FLAG,
  inQuery,
  json,
  NUMBER,
  PATH,
  sentJson,
} from '../operation.ts';

const CommandTrial = z.object({ trigger: z.enum(TRIGGERS), line: z.string() });

export const COMMAND_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: '/api/command/{path}',
    group: 'Commands',
    summary: 'Run a command in a folder',
    description:
      'A WebSocket: the first text message is the command line, each one back a line of what it prints. The connection is ' +
      'closed normally, and the reason tells how the command has ended: “exit 0”.',
    parameters: [PATH, inQuery('auth', 'The token, for clients that can send no headers.')],
    replies: { 101: { description: 'The conversation has begun.' } },
    refusals: ['invalid-path', 'invalid-request', 'too-many-requests'],
  },
  {
    method: 'get',
    path: COMMAND_RUNS_URL,
    group: 'Commands',
    summary: 'List the commands that were run',
    parameters: [
      inQuery('before', 'The id of the last one that is known.', NUMBER),
      inQuery('failed', 'Only what did not go well.', FLAG),
    ],
    replies: { 200: json('The latest first, some of them.', CommandRunsPage) },
    refusals: ['invalid-request'],
  },
  {
    method: 'post',
    path: COMMAND_TRIAL_URL,
    group: 'Commands',
    summary: 'Try a command for an event',
    description: 'It is run as the event would run it, for an example file that nobody needs.',
    body: sentJson(CommandTrial),
    replies: { 200: json('How it went.', CommandTrialResult) },
    refusals: ['invalid-request', 'too-large', 'too-many-requests'],
  },
];
