// The file `site.js` of a release: starts the site, or runs one of its commands.
import "./server/require-node.mjs";

/** The bundle of each command. */
const COMMANDS = {
  backup: "staff-command",
  "content-api": "content-api",
  "content:check": "content-check",
  "content:pull": "content-pull",
  doctor: "doctor",
  gifts: "staff-command",
  inbox: "staff-command",
  move: "staff-command",
  staff: "staff-command",
};

function exitWith(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

const [command] = process.argv.slice(2);
if (process.cwd() !== import.meta.dirname)
  exitWith(`Run this in its folder: cd ${import.meta.dirname}`);
if (command === undefined) {
  const { serveSite } = await import("./dist/site/site.js");
  await serveSite({ isDev: false });
} else {
  const bundle = COMMANDS[command];
  if (bundle === undefined)
    exitWith(
      `"${command}" is no command. Run "node site.js" to start the site, or "node site.js" with one of: ${Object.keys(COMMANDS).join(", ")}.`,
    );
  // The staff commands share a program, which reads the name of the command.
  if (bundle !== "staff-command") process.argv.splice(2, 1);
  await import(`./dist/site/${bundle}.js`);
}
