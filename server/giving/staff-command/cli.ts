import { runCli } from "../../staff-command/run-cli.ts";
import { GiftStore } from "../gift-store.ts";
import { runCommand } from "./commands.ts";

/** `npm run gifts`: lists gifts, and records what staff know of them. */
await runCli(({ store, run }) => runCommand(new GiftStore(store), { ...run, now: Date.now }));
