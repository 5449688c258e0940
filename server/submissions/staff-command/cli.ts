import { inboxSettings } from "../../config.ts";
import { runCli } from "../../staff-command/run-cli.ts";
import { openInbox } from "../inbox/open-inbox.ts";
import { runCommand } from "./commands.ts";

/** `npm run inbox`: lists and manages submissions. */
await runCli({
  noun: "messages",
  file: "inbox.sqlite",
  table: "messages",
  work: async ({ config, redis, run }) => {
    const options = { ...inboxSettings(config), redis, now: Date.now, onError: () => {} };
    const inbox = openInbox(options);
    try {
      return await runCommand(inbox, run);
    } finally {
      await inbox.close();
    }
  },
});
