// A process that converts pictures, one after the other (conversions.ts). Nothing else ends a conversion: libvips looks at its
// time limit between operations, and one operation may take minutes.
import type { ConversionJob, ConversionResult } from "./conversions.ts";
import { convertPicture, preparePicture } from "./convert-picture.ts";
import { type Frame, readFrames, writeFrame } from "./frames.ts";
import { PictureError } from "./picture-error.ts";

const CHECK_EVERY_MS = 100;

/** Ends this process when it has used its CPU time. Wall-clock time does not count, so that a busy machine costs no picture its turn. */
function limitProcessor(seconds: number): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > seconds * 1_000_000) process.kill(process.pid, "SIGKILL");
  }, CHECK_EVERY_MS);
}

async function convert({ about, parts }: Frame<ConversionJob>): Promise<Frame<ConversionResult>> {
  const [bytes = Buffer.alloc(0)] = parts;
  try {
    if (about.variant !== null) {
      const converted = await convertPicture(about.path ?? bytes, about.variant);
      return { about: { kind: "converted" }, parts: [converted] };
    }
    const { original, main, ...facts } = await preparePicture(bytes);
    // An original that equals the bytes received is not sent back.
    const parts = original === bytes ? [main] : [main, original];
    return { about: { kind: "prepared", facts }, parts };
  } catch (error) {
    const detail = error instanceof PictureError ? error.detail : "cannot be converted";
    return { about: { kind: "broken", detail }, parts: [] };
  }
}

// The site ends this process, after the requests that wait for it.
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => {});

for await (const job of readFrames<ConversionJob>(process.stdin)) {
  const limit = limitProcessor(job.about.seconds);
  writeFrame(process.stdout, await convert(job));
  clearInterval(limit);
}
