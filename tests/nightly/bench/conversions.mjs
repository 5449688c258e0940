// npm run bench:pictures: conversions per second of CPU, one at a time, of a drawn scene of 1600 pixels.
import { readFileSync } from "node:fs";
import { convertPicture, preparePicture } from "../../../server/pictures/convert-picture.ts";

const ROUNDS = Number(process.env.ROUNDS ?? 10);
const drawing = readFileSync("content/images/hero/village.svg");
const { main } = await preparePicture(drawing);

async function measure(what, work) {
  await work();
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) await work();
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1_000 / ROUNDS;
  process.stdout.write(`${what}: ${cpuMs.toFixed(0)} ms of CPU, ${(1_000 / cpuMs).toFixed(1)}/s\n`);
}

await measure("prepare a JPEG", () => preparePicture(main));
await measure("prepare an SVG", () => preparePicture(drawing));
for (const format of ["avif", "webp", "jpg"])
  for (const width of [320, 640, 1280])
    await measure(`${width}.${format}`, () => convertPicture(main, { width, format }));
