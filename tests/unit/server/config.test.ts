import t from "tap";
import {
  ConfigError,
  readConfig,
  settingsSchema,
  summariseSettings,
} from "../../../server/config.ts";

t.test("a setting under its former name stops the start and names the new one", async (t) => {
  const refused = () => readConfig({ SHED_ABOVE_MS: "500" });
  t.throws(refused, ConfigError);
  t.throws(refused, {
    message: /SHED_ABOVE_MS: this setting is now MAX_QUEUE_DELAY_MS; set MAX_QUEUE_DELAY_MS/,
  });
});

t.test("a former name that is left empty counts as unset", async (t) => {
  t.equal(readConfig({ SHED_ABOVE_MS: "" }).MAX_QUEUE_DELAY_MS, 500);
});

t.test("a former name is listed beside every other setting that cannot be used", async (t) => {
  t.throws(() => readConfig({ SHED_ABOVE_MS: "500", PORT: "none" }), {
    message: /SHED_ABOVE_MS: [\s\S]*\n {2}PORT: /,
  });
});

t.test("the log shows no token, and no user or password of a URL", async (t) => {
  const SECRET = "s3cret-s3cret-s3cret";
  const settings = Object.keys(settingsSchema.shape).flatMap((name) => {
    if (/TOKEN|SECRET|PASSWORD|KEY/.test(name)) return [[name, SECRET]];
    if (/URL|ORIGIN|ENDPOINT/.test(name)) return [[name, `http://user:${SECRET}@example.org/`]];
    return [];
  });
  for (const [name = "", value] of settings) {
    const url = name === "REDIS_URL" ? value?.replace("http", "redis") : value;
    const shown = () => JSON.stringify(summariseSettings(readConfig({ [name]: url })));
    try {
      t.notMatch(shown(), SECRET, name);
    } catch (error) {
      t.match(error, { name: "ConfigError" }, `${name} takes no user`);
    }
  }
});
