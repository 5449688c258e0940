import { runCli } from "../../staff-command/run-cli.ts";
import { openGifts } from "../store/open-gifts.ts";
import { runCommand } from "./commands.ts";

/** `npm run gifts`: lists gifts, and records what staff know of them. */
await runCli({
  noun: "gifts",
  file: "gifts.sqlite",
  table: "gifts",
  work: async ({ config, redis, run }) => {
    const gifts = openGifts({ dataDir: config.DATA_DIR, redis, onError: () => {} });
    try {
      return await runCommand(gifts, { ...run, now: Date.now });
    } finally {
      await gifts.close();
    }
  },
});
