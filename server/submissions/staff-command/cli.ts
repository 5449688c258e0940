import { runCli } from "../../staff-command/run-cli.ts";
import { Inbox } from "../inbox/inbox.ts";
import { runCommand } from "./commands.ts";

/** `npm run inbox`: lists and manages submissions. */
await runCli(({ config, store, run }) => {
  const maxTries = config.INBOX_MAX_TRIES;
  return runCommand(new Inbox({ store, maxTries, now: Date.now, onError: () => {} }), run);
});
