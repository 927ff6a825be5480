import { takeoverReportOf } from '../../config/database-place.ts';
import { briefReport } from '../../takeover/report.ts';
import { printable } from '../table.ts';
import type { Arrival } from './arrive.ts';

/** For whoever has started something, once. */
export function arrivalInWords({ report, predecessor, file }: ArrivalNow): string {
  const lines = [
    `${predecessor} is a database of File Browser 2. It stays as it is; from now on,`,
    `${file} is used in its place.`,
    '',
    ...briefReport(report).split('\n'),
    '',
    `All of it: ${takeoverReportOf(file)}`,
  ];
  return lines.map(printable).join('\n');
}

export type ArrivalNow = Extract<Arrival, { kind: 'now' }>;

/** In one line. */
export function arrivalInBrief(arrival: Arrival): string {
  const { predecessor, file } = arrival;
  switch (arrival.kind) {
    case 'now':
      return `${predecessor} was taken over into ${file}, which is used from now on`;
    case 'before':
      return `${file} is used, which was taken over from ${predecessor} on ${dayOf(arrival.at)}`;
    case 'changed':
      return (
        `${predecessor} has been changed since it was taken over into ${file} on ${dayOf(arrival.at)}; nothing of that is here. ` +
        `Who wants it moves ${file} away and starts again, or: filebrowser import ${predecessor} --database NEW`
      );
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
