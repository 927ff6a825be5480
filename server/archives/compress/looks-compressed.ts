/** Samples are spread over the block. One of them is enough to find that half a block is text. */
const SAMPLES = 4;
const SAMPLE_BYTES = 1024;
/**
 * Two bytes of random data are equal with a probability of 1 in 256. A block in which this is more frequent by this factor is
 * worth compressing.
 */
const MAX_SAME_BYTES = 1.1;
/** Number of repeated groups of four bytes above which deflate finds something to refer to. */
const MAX_REPEATS = (SAMPLES * SAMPLE_BYTES) / 100;
const HASH_BITS = 12;

/**
 * Guesses from samples whether a block is incompressible, in some hundredths of a millisecond. Photos, videos and
 * archives do not get smaller, and compressing them takes ten times as long as sending them. A wrong guess costs
 * space or time, never data.
 */
export function looksCompressed(block: Uint8Array): boolean {
  if (block.length < SAMPLES * SAMPLE_BYTES) return false;
  const sample = sampleOf(block);
  return !hasUnevenBytes(sample) && !hasRepeats(sample);
}

function sampleOf(block: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLES * SAMPLE_BYTES);
  const step = Math.floor(block.length / SAMPLES);
  for (let index = 0; index < SAMPLES; index += 1) {
    const start = index * step + ((step - SAMPLE_BYTES) >> 1);
    sample.set(block.subarray(start, start + SAMPLE_BYTES), index * SAMPLE_BYTES);
  }
  return sample;
}

function hasUnevenBytes(sample: Uint8Array): boolean {
  const counts = new Int32Array(256);
  for (let at = 0; at < sample.length; at += 1) {
    const byte = sample[at] ?? 0;
    counts[byte] = (counts[byte] ?? 0) + 1;
  }
  let same = 0;
  for (const count of counts) same += count * (count - 1);
  return same > ((sample.length * (sample.length - 1)) / 256) * MAX_SAME_BYTES;
}

function hasRepeats(sample: Uint8Array): boolean {
  const lastSeen = new Int32Array(2 ** HASH_BITS);
  let repeats = 0;
  let four = 0;
  for (let at = 0; at < sample.length; at += 1) {
    four = (four << 8) | (sample[at] ?? 0);
    const hash = Math.imul(four, 0x9e37_79b1) >>> (32 - HASH_BITS);
    if (lastSeen[hash] === four) repeats += 1;
    lastSeen[hash] = four;
  }
  return repeats > MAX_REPEATS;
}
