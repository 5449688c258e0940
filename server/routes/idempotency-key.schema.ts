import { z } from "zod";
import { IDEMPOTENCY_KEY } from "../submissions/idempotency/idempotency-key.ts";
import { REMEMBERED_HOURS } from "../submissions/idempotency/idempotency-store.ts";

/** The parameter of each operation that `answerOnce` answers. */
export const idempotencyKeyHeader = (withoutOne: string) =>
  z.object({
    "Idempotency-Key": z
      .string()
      .regex(IDEMPOTENCY_KEY)
      .optional()
      .meta({
        description: `A name for this request, best a UUID: one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks. For ${REMEMBERED_HOURS} hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. ${withoutOne}`,
        example: "7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11",
      }),
  });
