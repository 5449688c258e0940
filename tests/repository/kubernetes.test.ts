import { readFileSync } from "node:fs";
import t from "tap";
import { parseAllDocuments } from "yaml";
import { misspeltSettings, readConfig, settingsSchema } from "../../server/config.ts";

const documents = parseAllDocuments(readFileSync("server/ops/kubernetes/site.yaml", "utf8"));
const [configMap, http, pods, { spec }, budget] = documents.map((one) => one.toJS());
const pod = spec.template.spec;
const [site] = pod.containers;
const settings: Record<string, string> = configMap.data;

t.test("the site has few privileges, and survives the drain of a node", async (t) => {
  t.match(readFileSync("Dockerfile", "utf8"), /^USER node$/m, "1000 in the official images");
  t.match(pod, {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
      seccompProfile: { type: "RuntimeDefault" },
    },
  });
  t.same(site.securityContext, {
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
  });
  t.match(site.resources, {
    requests: { cpu: String, memory: String },
    limits: { memory: String },
  });
  t.ok(spec.replicas >= 2);
  t.equal(budget.spec.maxUnavailable, 1);
  t.ok(pod.terminationGracePeriodSeconds > 11, "longer than the site takes to end");
});

t.test("settings exist and are valid together with those of the secret", async (t) => {
  t.same(
    Object.keys(settings).filter((name) => !(name in settingsSchema.shape)),
    [],
  );
  const secret = {
    DATABASE_URL: "postgres://db/foundation",
    EVENTS_WRITE_TOKEN: "at-least-16-characters",
  };
  t.same(misspeltSettings({ ...settings, ...secret }), []);
  const { PORT, METRICS_PORT, HOST } = readConfig({ ...settings, ...secret });
  t.equal(HOST, "0.0.0.0");
  t.same(site.ports, [
    { name: "http", containerPort: PORT },
    { name: "metrics", containerPort: METRICS_PORT },
  ]);
});

t.test("names refer to each other", async (t) => {
  const name = "foundation-website";
  const labels = { app: name };
  t.same(
    [http.spec.selector, pods.spec.selector, spec.template.metadata.labels],
    [labels, labels, labels],
  );
  t.same([spec.selector, budget.spec.selector], [{ matchLabels: labels }, { matchLabels: labels }]);
  t.match(site.envFrom, [{ configMapRef: { name } }, { secretRef: { name } }]);
  t.equal(configMap.metadata.name, name);
  t.equal(spec.serviceName, pods.metadata.name);
  t.match(
    [http.spec.ports, pods.spec.ports],
    [[{ targetPort: "http" }], [{ targetPort: "metrics" }]],
  );
  t.same(
    [site.startupProbe, site.livenessProbe, site.readinessProbe].map((one) => one.httpGet.port),
    ["http", "http", "http"],
  );
  const [claim] = spec.volumeClaimTemplates;
  const written = [{ name: claim.metadata.name, mountPath: settings.DATA_DIR }];
  t.same(site.volumeMounts, written, "the only folder that is written");
});
