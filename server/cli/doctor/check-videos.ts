import { findVideoPrograms, type VideoPrograms } from '../../images/video-frame.ts';
import { type Finding, ok, warn } from './finding.ts';

const ABOUT = 'video previews';

/** Tries out ffmpeg and its sandbox, as the server does for the first video. */
export async function checkVideos(): Promise<Finding> {
  return videoFinding(await findVideoPrograms());
}

export function videoFinding({ ffmpeg, sandbox }: VideoPrograms): Finding {
  if (!ffmpeg) return ok(ABOUT, 'are not made: ffmpeg is not installed');
  if (sandbox.length > 0) return ok(ABOUT, 'are made by ffmpeg inside bubblewrap');
  return warn(
    ABOUT,
    'are made by ffmpeg with the access of the server: bubblewrap is not installed, or does not work here',
    'install bubblewrap, and allow user namespaces (under systemd, packaging/systemd/sandbox.conf)',
  );
}
