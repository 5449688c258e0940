import { type ChildProcessByStdio, spawn } from "node:child_process";
import { execPath } from "node:process";
import type { Readable, Writable } from "node:stream";
import { bulkhead } from "cockatiel";
import { MINUTE_MS, SECOND_MS } from "../../shared/time.ts";
import { programFile } from "../program-file.ts";
import { type PictureVariant, pictureType } from "./convert-picture.ts";
import { type Frame, readFrames, writeFrame } from "./frames.ts";
import { PictureError } from "./picture-error.ts";

/** A job for the conversion process. The bytes are sent along unless the job has a `path`. Without a variant, the picture is prepared. */
export interface ConversionJob {
  variant: PictureVariant | null;
  path: string | null;
  /** The maximum CPU time of the job, in seconds. */
  seconds: number;
}

interface PreparedFacts {
  width: number;
  height: number;
  placeholder: string | null;
}

export type ConversionResult =
  | { kind: "prepared"; facts: PreparedFacts }
  | { kind: "converted" }
  | { kind: "broken"; detail: string };

/** The limits of CPU time. Photographs take two seconds at most and drawings half a second, unless somebody made them to hold us up. */
const LIMIT_SECONDS = { photograph: 10, drawing: 2 };
/** The wall-clock limit of a conversion, however busy the machine is. */
const LONGEST_MS = 2 * MINUTE_MS;
/** The time after which an idle process is ended, to free its memory. */
const IDLE_MS = 30 * SECOND_MS;
const PROGRAM = programFile("server/pictures/conversion-process.ts");
/** The limits of a lane: one conversion at a time, because a wide AVIF takes 50 MB and half of the processors are left to pages. */
const [AT_ONCE, WAITING] = [1, 200];

interface Worker {
  process: ChildProcessByStdio<Writable, Readable, null>;
  results: AsyncGenerator<Frame<ConversionResult>>;
}

/** A lane with a conversion process of its own, which is killed when a picture takes too long and started again for the next picture. */
class Lane {
  readonly #turns = bulkhead(AT_ONCE, WAITING);
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  get waiting(): number {
    return WAITING - this.#turns.queueSlots;
  }

  /** Runs a job when its turn comes. Throws PictureError, or BulkheadRejectedError when too many jobs wait. */
  run(job: Frame<ConversionJob>, onBegin = () => {}): Promise<Frame<ConversionResult>> {
    return this.#turns.execute(async () => {
      onBegin();
      clearTimeout(this.#idle);
      const result = await this.#convert(job);
      if (result === null) {
        this.end();
        throw new PictureError("slow", "its conversion was ended");
      }
      this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
      const { about } = result;
      if (about.kind === "broken") throw new PictureError("broken", about.detail);
      return result;
    });
  }

  end(): void {
    clearTimeout(this.#idle);
    this.#worker?.process.kill("SIGKILL");
    this.#worker = null;
  }

  /** Sends a job to the process. Returns null when the process ended without a result. */
  async #convert(job: Frame<ConversionJob>): Promise<Frame<ConversionResult> | null> {
    this.#worker ??= this.#start();
    const { process, results } = this.#worker;
    const limit = setTimeout(() => process.kill("SIGKILL"), LONGEST_MS);
    writeFrame(process.stdin, job);
    const { value } = await results.next();
    clearTimeout(limit);
    return value ?? null;
  }

  #start(): Worker {
    // The process gets none of our settings, which hold secrets, because it reads files that strangers have made.
    const process = spawn(execPath, [PROGRAM], {
      env: { MALLOC_ARENA_MAX: "2" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const worker = { process, results: readFrames<ConversionResult>(process.stdout) };
    // A process that could not start has no results, so its output is closed.
    process.on("error", () => process.stdout.destroy());
    process.stdin.on("error", () => {});
    process.once("exit", () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}

/**
 * The conversions of pictures, in two lanes, so that photographs do not wait for drawings, which somebody may have made to take
 * minutes.
 */
export class Conversions {
  readonly #lanes = { photograph: new Lane(), drawing: new Lane() };

  get waiting(): number {
    return this.#lanes.photograph.waiting;
  }

  /** Checks a picture, and returns the original from which variants are made. Throws PictureError. */
  async prepare(bytes: Buffer) {
    const kind = pictureType(bytes) === "svg" ? "drawing" : "photograph";
    const about = { variant: null, path: null, seconds: LIMIT_SECONDS[kind] };
    const result = await this.#lanes[kind].run({ about, parts: [bytes] });
    const [main = Buffer.alloc(0), original = bytes] = result.parts;
    if (result.about.kind !== "prepared") throw new PictureError("broken", "was not prepared");
    return { ...result.about.facts, main, original };
  }

  /** Makes a variant of a prepared picture, given as bytes or as the path of a file. Throws PictureError. */
  async convert(original: Buffer | string, variant: PictureVariant, onBegin: () => void) {
    const path = typeof original === "string" ? original : null;
    const about = { variant, path, seconds: LIMIT_SECONDS.photograph };
    const parts = typeof original === "string" ? [] : [original];
    const result = await this.#lanes.photograph.run({ about, parts }, onBegin);
    const [converted = Buffer.alloc(0)] = result.parts;
    return converted;
  }

  close(): void {
    for (const lane of Object.values(this.#lanes)) lane.end();
  }
}
