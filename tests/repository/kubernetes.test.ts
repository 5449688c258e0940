import { readFileSync } from "node:fs";
import t from "tap";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { misspeltSettings, readConfig, settingsSchema } from "../../server/config.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";

const NAME = "foundation-website";
const named = z.object({ name: z.literal(NAME) });
const labels = z.strictObject({ app: z.literal(NAME) });
const matchLabels = z.object({ matchLabels: labels });
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });

const container = z.object({
  envFrom: z.tuple([z.object({ configMapRef: named }), z.object({ secretRef: named })]),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  securityContext: z.strictObject({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  volumeMounts: z.tuple([z.object({ name: z.string(), mountPath: z.string() })]),
});

const pod = z.object({
  terminationGracePeriodSeconds: z.number(),
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().min(1),
    fsGroup: z.number().min(1),
    seccompProfile: z.object({ type: z.literal("RuntimeDefault") }),
  }),
  containers: z.tuple([container]),
});

const service = z.object({
  kind: z.literal("Service"),
  metadata: z.object({ name: z.string() }),
  spec: z.object({ selector: labels, ports: z.array(z.object({ targetPort: z.string() })) }),
});

const manifests = z.tuple([
  z.object({
    kind: z.literal("ConfigMap"),
    metadata: named,
    data: z.record(z.string(), z.string()),
  }),
  service,
  service,
  z.object({
    kind: z.literal("StatefulSet"),
    spec: z.object({
      serviceName: z.string(),
      replicas: z.number().min(2),
      selector: matchLabels,
      template: z.object({ metadata: z.object({ labels }), spec: pod }),
      volumeClaimTemplates: z.tuple([z.object({ metadata: z.object({ name: z.string() }) })]),
    }),
  }),
  z.object({
    kind: z.literal("PodDisruptionBudget"),
    spec: z.object({ maxUnavailable: z.literal(1), selector: matchLabels }),
  }),
]);

const documents = parseAllDocuments(readFileSync("server/ops/kubernetes/site.yaml", "utf8"));
const [configMap, http, pods, { spec }] = manifests.parse(documents.map((one) => one.toJS()));
const { template, serviceName, volumeClaimTemplates } = spec;
const [site] = template.spec.containers;
const settings = configMap.data;

t.test("the files are YAML without errors and warnings", async (t) => {
  for (const { errors, warnings } of documents) t.same([...errors, ...warnings], []);
});

t.test("settings exist and are valid together with those of the secret", async (t) => {
  for (const name of Object.keys(settings)) t.ok(name in settingsSchema.shape, name);
  const secret = { REDIS_URL: "redis://redis:6379", EVENTS_WRITE_TOKEN: "at-least-16-characters" };
  t.same(misspeltSettings({ ...settings, ...secret }), []);
  const { PORT, METRICS_PORT, HOST } = readConfig({ ...settings, ...secret });
  t.equal(HOST, "0.0.0.0");
  t.same(site.ports, [
    { name: "http", containerPort: PORT },
    { name: "metrics", containerPort: METRICS_PORT },
  ]);
});

t.test("names lead to each other", async (t) => {
  t.equal(serviceName, pods.metadata.name);
  const targets = [http, pods].flatMap((one) => one.spec.ports.map(({ targetPort }) => targetPort));
  t.same(targets, ["http", "metrics"]);
  t.equal(site.volumeMounts[0].name, volumeClaimTemplates[0].metadata.name);
  t.equal(site.volumeMounts[0].mountPath, settings.DATA_DIR, "the only folder that is written");
  t.ok(template.spec.terminationGracePeriodSeconds > 11);
});

t.test("the account is the one of the image", async (t) => {
  t.match(readFileSync("Dockerfile", "utf8"), /^USER node$/m);
  const { runAsUser, fsGroup } = template.spec.securityContext;
  t.same([runAsUser, fsGroup], [1000, 1000], "node in the official images");
});

t.test("a site with these settings answers the probes", async (t) => {
  const running = await startSiteProcess({
    ...settings,
    HOST: "127.0.0.1",
    PORT: "0",
    METRICS_PORT: "",
    DATA_DIR: testFolder(t),
    CONTENT_API_URL: "http://127.0.0.1:9",
  });
  t.teardown(() => running.end());
  for (const { httpGet } of [site.startupProbe, site.livenessProbe, site.readinessProbe]) {
    t.equal(httpGet.port, "http");
    t.equal((await fetch(running.url + httpGet.path)).status, 200, httpGet.path);
  }
});
