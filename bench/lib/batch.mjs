import { writeFileSync } from 'node:fs';

/**
 * @typedef {object} Request
 * @property {string} [method]
 * @property {string} target
 * @property {Readonly<Record<string, string>>} [headers]
 * @property {{ at: number, bytes: number }} [body] the range of the body file that is sent
 * @property {number} status the expected status
 * @property {number} [replyBytes] the expected length of the response; any length if absent
 */

/** Writes units of requests in the form that `native/load.c` reads; a unit is sent over one connection in turn. */
export function writeBatch(file, units) {
  const parts = [number32(units.length)];
  for (const unit of units) {
    parts.push(number32(unit.length));
    for (const request of unit) parts.push(...requestParts(request));
  }
  writeFileSync(file, Buffer.concat(parts));
}

function requestParts(request) {
  const head = Buffer.from(headOf(request), 'latin1');
  const fixed = Buffer.alloc(32);
  fixed.writeUInt32LE(head.length, 0);
  fixed.writeUInt32LE(request.status, 4);
  fixed.writeBigInt64LE(BigInt(request.replyBytes ?? -1), 8);
  fixed.writeBigUInt64LE(BigInt(request.body?.at ?? 0), 16);
  fixed.writeBigUInt64LE(BigInt(request.body?.bytes ?? 0), 24);
  return [fixed, head];
}

function headOf({ method = 'GET', target, headers = {}, body }) {
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: 127.0.0.1'];
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  if (body !== undefined || method !== 'GET') lines.push(`Content-Length: ${body?.bytes ?? 0}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function number32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
