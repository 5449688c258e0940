import { until } from "../until.ts";

export interface MessageRun {
  count: number;
  atOnce: number;
  /** The site that takes a message at this attempt. */
  siteFor: (number: number, attempt: number) => { url: string };
  onTaken: (message: string) => void;
}

/** Sends contact messages as the page does: each until it is taken, always under the same key. */
export async function sendMessages({ count, atOnce, siteFor, onTaken }: MessageRun): Promise<void> {
  const send = async (number: number) => {
    const message = `message ${number}`;
    let attempt = 0;
    await until(async () => {
      const response = await fetch(`${siteFor(number, attempt).url}/bff/contact`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": `message-${number}` },
        body: JSON.stringify({ name: "A", email: "a@example.org", subject: "S", message }),
      }).catch(() => null);
      await response?.body?.cancel();
      attempt += 1;
      return response?.ok === true;
    });
    onTaken(message);
  };
  let last = 0;
  const sendAll = async () => {
    while (last < count) {
      last += 1;
      await send(last);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendAll));
}
