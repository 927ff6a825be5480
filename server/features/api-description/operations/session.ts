import { Credentials, RENEW_HEADER, SignUp, TOKEN_COOKIE } from '#contract/session.ts';
import { ListedSession } from '#contract/sessions.ts';
import { z } from 'zod';
import {
  type DescribedOperation,
  type DescribedReply,
  done,
  inPath,
  inQuery,
  NUMBER,
  sentJson,
} from '../operation.ts';

const TOKEN: DescribedReply = {
  description: 'The token, a JWT whose payload says who has signed in (“user”) and until when.',
  content: { 'text/plain': { json: { type: 'string' } } },
  headers: { 'Set-Cookie': `The same token as the cookie “${TOKEN_COOKIE}”.` },
};

const OF_USER = inQuery(
  'user',
  'Whose, by the id of a user: for administrators. Without it, one’s own.',
  NUMBER,
);

export const SESSION_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'post',
    path: '/api/login',
    group: 'Signing in',
    summary: 'Sign in',
    description:
      'What has to be sent depends on the way of signing in that the settings name: name and password, or nothing at all ' +
      'where nobody has to sign in or a proxy says who it is.',
    body: { ...sentJson(Credentials.partial()), isOptional: true },
    replies: { 200: TOKEN },
    refusals: ['wrong-credentials', 'too-many-requests', 'invalid-request', 'outside-failed'],
  },
  {
    method: 'post',
    path: '/api/renew',
    group: 'Signing in',
    summary: 'Get a newer token for the same session',
    replies: {
      200: { ...TOKEN, headers: { ...TOKEN.headers, [RENEW_HEADER]: 'false: it is new.' } },
    },
  },
  {
    method: 'post',
    path: '/api/logout',
    group: 'Signing in',
    summary: 'Sign out',
    description: 'Ends the session that the token belongs to, at once and everywhere.',
    replies: { 204: { description: 'It has ended.' } },
  },
  {
    method: 'post',
    path: '/api/signup',
    group: 'Signing in',
    summary: 'Make an account for oneself',
    description: 'Where the settings allow it. One signs in next.',
    body: sentJson(SignUp),
    replies: { 200: done('It is made.') },
    refusals: [
      'invalid-request',
      'forbidden',
      'method-not-allowed',
      'already-exists',
      'too-large',
      'too-many-requests',
    ],
  },
  {
    method: 'get',
    path: '/api/sessions',
    group: 'Signing in',
    summary: 'List where somebody is signed in',
    parameters: [OF_USER],
    replies: {
      200: {
        description: 'The last used first.',
        content: { 'application/json': z.array(ListedSession) },
      },
    },
    refusals: ['invalid-request', 'not-found'],
  },
  {
    method: 'delete',
    path: '/api/sessions',
    group: 'Signing in',
    summary: 'End all sessions but this one',
    parameters: [OF_USER],
    replies: { 200: done('They have ended.') },
    refusals: ['invalid-request', 'not-found'],
  },
  {
    method: 'delete',
    path: '/api/sessions/{id}',
    group: 'Signing in',
    summary: 'End a session',
    parameters: [inPath('id', 'As the list names it.')],
    replies: { 200: done('It has ended.') },
    refusals: ['not-found'],
  },
];
