import { Explanation, RULE_TRIAL_URL, RuleTrial, RuleTrialOutcome } from '#contract/rules.ts';
import {
  ListedUser,
  User,
  USER_COLUMNS,
  UserBelongings,
  UserEnvelope,
  USERS_URL,
} from '#contract/users.ts';
import { z } from 'zod';
import {
  type DescribedOperation,
  done,
  inPath,
  inQuery,
  json,
  NUMBER,
  ofPages,
  PAGE_HEADERS,
  sentJson,
} from '../operation.ts';

const ID = inPath('id', 'Of a user.', NUMBER);

export const PEOPLE_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: USERS_URL,
    group: 'People',
    summary: 'List all users',
    parameters: ofPages(USER_COLUMNS),
    replies: {
      200: json('All in the order of their ids, or a page.', z.array(ListedUser), PAGE_HEADERS),
    },
    refusals: ['invalid-request'],
  },
  {
    method: 'post',
    path: USERS_URL,
    group: 'People',
    summary: 'Make a user',
    description: 'What is left out is as the settings say for new users. “which” is empty.',
    body: sentJson(UserEnvelope),
    replies: { 201: done('They are made.', { Location: 'Of their page.' }) },
    refusals: ['invalid-request', 'wrong-credentials', 'already-exists', 'too-large'],
  },
  {
    method: 'get',
    path: '/api/users/{id}',
    group: 'People',
    summary: 'Tell of a user',
    description: 'Of oneself; administrators of everybody.',
    parameters: [ID],
    replies: { 200: json('The password is always empty.', User) },
    refusals: ['not-found'],
  },
  {
    method: 'put',
    path: '/api/users/{id}',
    group: 'People',
    summary: 'Change a user',
    description:
      '“which” names the fields that are changed; “all” or nothing at all is for administrators and means every one. ' +
      'Everybody may change some of their own.',
    parameters: [ID],
    body: sentJson(UserEnvelope),
    replies: { 200: done('They are changed.') },
    refusals: ['invalid-request', 'wrong-credentials', 'not-found', 'already-exists', 'too-large'],
  },
  {
    method: 'delete',
    path: '/api/users/{id}',
    group: 'People',
    summary: 'Delete a user',
    description: 'Ends their sessions, links and unfinished uploads. Their files stay.',
    parameters: [ID],
    body: { ...sentJson(z.object({ current_password: z.string().optional() })), isOptional: true },
    replies: { 200: done('They are gone.') },
    refusals: ['invalid-request', 'wrong-credentials', 'not-found'],
  },
  {
    method: 'get',
    path: '/api/users/{id}/belongings',
    group: 'People',
    summary: 'Count what goes with a user',
    parameters: [ID],
    replies: { 200: json('What would end if they were deleted.', UserBelongings) },
    refusals: ['not-found'],
  },
  {
    method: 'get',
    path: '/api/users/{id}/explain',
    group: 'People',
    summary: 'Explain what a user may do with a path',
    parameters: [ID, { ...inQuery('path', 'As the user sees it.'), isRequired: true }],
    replies: { 200: json('What is refused, why, and which rule decides.', Explanation) },
    refusals: ['invalid-request', 'not-found'],
  },
  {
    method: 'post',
    path: RULE_TRIAL_URL,
    group: 'People',
    summary: 'Try rules that are not saved yet',
    body: sentJson(RuleTrial),
    replies: { 200: json('What they would say of the path.', RuleTrialOutcome) },
    refusals: ['invalid-request', 'too-large'],
  },
];
