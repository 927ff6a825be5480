import { AUDIT_ACTS, AUDIT_URL, AuditPage } from '#contract/audit.ts';
import { FULL_HEALTH, Health, HEALTH_URL } from '#contract/health.ts';
import { type DescribedOperation, inQuery, json, NUMBER } from '../operation.ts';

export const API_DESCRIPTION_URL = '/api/openapi.json';
export const API_PAGE_URL = '/api/docs';

export const SERVER_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: HEALTH_URL,
    group: 'The server',
    summary: 'Tell how the server is',
    description:
      'Whether it can serve files, to everybody, whatever the method is. More with “full”: to administrators, and to programs that send ' +
      'the token for monitors.',
    parameters: [inQuery(FULL_HEALTH, 'How its parts are as well; needs no value.')],
    replies: {
      200: {
        description: 'It is well.',
        content: { 'text/plain': { json: { type: 'string' } }, 'application/json': Health },
      },
      503: {
        description: 'A part that everything needs does not answer.',
        content: { 'text/plain': { json: { type: 'string' } }, 'application/json': Health },
      },
    },
    refusals: ['not-authenticated', 'forbidden'],
  },
  {
    method: 'get',
    path: AUDIT_URL,
    group: 'The server',
    summary: 'Tell who has done what',
    parameters: [
      inQuery('before', 'The id of the last entry that is known.', NUMBER),
      inQuery('limit', 'At most so many; 500 is the most.', NUMBER),
      inQuery('user', 'What this user did: the name as it is written.'),
      inQuery('what', 'Only this.', { enum: AUDIT_ACTS }),
      inQuery('failed', '“true”: only what was refused or has failed, be it a command.'),
      inQuery('until', 'Only what had happened before: Unix milliseconds.', NUMBER),
    ],
    replies: { 200: json('The latest first, some of them.', AuditPage) },
    refusals: ['invalid-request'],
  },
  {
    method: 'get',
    path: API_DESCRIPTION_URL,
    group: 'The server',
    summary: 'Describe this interface',
    replies: { 200: json('An OpenAPI 3.1 document.', { json: { type: 'object' } }) },
  },
  {
    method: 'get',
    path: API_PAGE_URL,
    group: 'The server',
    summary: 'Describe this interface, for people',
    replies: {
      200: { description: 'A page.', content: { 'text/html': { json: { type: 'string' } } } },
    },
  },
];
