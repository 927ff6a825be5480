import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import { survey } from './measure-archive.ts';
import type { FoundMember } from './read-member.ts';
import { folderAt } from './walked-folder.ts';
import { ZipLength } from '../../../archive-formats/zip/zip-length.ts';

const folder = folderAt({ path: ROOT, resolvedPath: ROOT, identity: '' });

function* manyMembers(count: number): Generator<FoundMember | undefined> {
  for (let index = 0; index < count; index += 1) {
    const member = {
      name: `f${index}`,
      isFolder: false,
      size: 1,
      seconds: 0,
      nanoseconds: 0,
      mode: 0,
    };
    yield { member, folder, leaf: member.name };
    yield undefined;
  }
}

/** Returns the result of a survey, and the number of members in it. */
function surveyOf(count: number, length: ZipLength | undefined) {
  const steps = survey(manyMembers(count), length);
  for (;;) {
    const step = steps.next();
    if (step.done !== true) continue;
    const names = [...step.value.members].flatMap((packed) => packed?.member.name ?? []);
    return { bytes: step.value.bytes, members: names.length, last: names.at(-1) };
  }
}

test('knows the length up to the maximum number of members, and loses none above it', () => {
  const length = new ZipLength();
  expect(surveyOf(99_999, length)).toEqual({
    bytes: length.total(),
    members: 99_999,
    last: 'f99998',
  });
  expect(surveyOf(150_000, new ZipLength())).toEqual({
    bytes: undefined,
    members: 150_000,
    last: 'f149999',
  });
  expect(surveyOf(3, undefined)).toEqual({ bytes: undefined, members: 3, last: 'f2' });
});
