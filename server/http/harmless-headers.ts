import { RENEW_HEADER } from '#contract/session.ts';
import type { FastifyReply } from 'fastify';
import { contentDisposition, contentPolicy } from './content-headers.ts';
import { frameOptionsOf, headersByRequest } from './security-headers.ts';

export type Headers = Record<string, string | number>;

/** Returns headers that keep uploaded files from doing harm in a browser. */
export function harmlessHeaders(
  reply: FastifyReply,
  {
    name,
    type,
    isInline,
  }: { readonly name: string; readonly type: string; readonly isInline: boolean },
): Headers {
  const policy = contentPolicy(type);
  const headers: Headers = {
    'content-type': type,
    'content-disposition': contentDisposition(isInline ? 'inline' : 'attachment', name),
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'x-frame-options': frameOptionsOf(policy),
    'cross-origin-resource-policy': 'same-origin',
  };
  Object.assign(headers, headersByRequest(reply.request));
  // The only header that is set before a handler runs.
  const advice = reply.getHeader(RENEW_HEADER);
  if (typeof advice === 'string') headers[RENEW_HEADER] = advice;
  return headers;
}
