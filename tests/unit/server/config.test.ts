import t from "tap";
import { ConfigError, readConfig } from "../../../server/config.ts";

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
