import { readFileSync } from "node:fs";
import t from "tap";
import { parseAllDocuments } from "yaml";
import { requestLine } from "../../../server/http/request-log.ts";
import { CHECKS } from "../../../server/ops/doctor/findings.ts";
import { SOURCE_FAULTS } from "../../../shared/contract/source-faults.ts";
import { readRules } from "../../setup/services/promtool.ts";
import { type Metrics, readMetrics } from "../../setup/site/read-metrics.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const dashboard: Dashboard = JSON.parse(readFileSync("server/ops/dashboard.json", "utf8"));

/** The metrics that Prometheus itself makes. */
const OF_PROMETHEUS = ["up"];
const WORDS =
  /^(sum|min|max|abs|timestamp|topk|rate|histogram_quantile|or|and|unless|time|clamp_min|[a-z]+_over_time|increase)$/;

/** Returns the metric names in an expression, without the labels that filter or group. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/(?:by|on|group_left) \([^)]*\)/g, "");
  const names = bare.match(/\b[a-z][a-z0-9_]+\b/g) ?? [];
  return names.filter((name) => !WORDS.test(name) && !OF_PROMETHEUS.includes(name));
}

/** Returns the labels that an expression filters by, each with its metric. */
function labelsOf(expr: string): { metric: string; label: string }[] {
  return [...expr.matchAll(/([a-z0-9_]+)\{([^}]*)\}/g)].flatMap(([, metric = "", narrowed = ""]) =>
    [...narrowed.matchAll(/([a-z]+)(?:!~|=~|!=|=)"/g)].map(([, label = ""]) => ({ metric, label })),
  );
}

/** Tells whether a metric is declared, even without a sample. A histogram is found by the names of its samples. */
function isDeclared({ families }: Metrics, metric: string): boolean {
  const histogram = metric.replace(/_(bucket|count|sum)$/, "");
  return families.has(metric) || families.get(histogram) === "HISTOGRAM";
}

const read = (path: string) => readFileSync(path, "utf8");
const [configMap, , , statefulSet] = parseAllDocuments(read("server/ops/kubernetes/site.yaml")).map(
  (one) => one.toJS(),
);
const { CONTENT_API_URL: _, ...settings } = configMap.data;
const env = {
  ...settings,
  DATA_DIR: testFolder(t),
  METRICS_PORT: "",
  DATABASE_URL: "",
};
const { site } = await startScene(t, { ...samples(), env });
await fetch(`${site.url}/news-events`);
const metrics = await readMetrics(`${site.url}/metrics`);

t.test("a site with the settings of the sample for Kubernetes answers its probes", async (t) => {
  const [container] = statefulSet.spec.template.spec.containers;
  const { startupProbe, livenessProbe, readinessProbe } = container;
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
    t.equal((await fetch(site.url + httpGet.path)).status, 200, httpGet.path);
});

t.test("the operators' tables name what the site logs, counts, reports and checks", async (t) => {
  /** Returns the first column of a table: the first one after a heading whose first line begins with `head`. */
  const firstColumn = (page: string, heading: string, head = "| ") => {
    const [, chapter = ""] = read(`docs/reference/${page}.md`).split(heading);
    const table = chapter.slice(chapter.indexOf(`\n${head}`)).split("\n\n")[0] ?? "";
    return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name).sort();
  };
  t.same(firstColumn("logs", "# Logs", "| field "), Object.keys(requestLine.shape).sort());
  t.same(firstColumn("health", "## Something is wrong"), [...CHECKS].sort());
  const own = [...metrics.families.keys()].filter((name) => /^(?:http|site)_/.test(name));
  t.same(firstColumn("metrics", "## Metrics"), own.sort());
  const [, faults = ""] = read("docs/operations.md").split("\n## What each fault");
  const unnamed = Object.keys(SOURCE_FAULTS).filter(
    (name) => !new RegExp(`\`${name}[ \`]`).test(faults),
  );
  t.same(unnamed, []);
  const { parts } = await (await fetch(`${site.url}/health/ready`)).json();
  t.same(firstColumn("health", "## Health"), Object.keys(parts).sort());
});

t.test("every metric of alerts and dashboard is in /metrics of a running site", async (t) => {
  const exprs = [
    ...readRules().map(({ expr }) => expr),
    ...dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr)),
  ];
  const wrong = exprs.flatMap((expr) => {
    const names = metricsOf(expr);
    const labels = labelsOf(expr).filter(({ metric, label }) => {
      const seen = metrics.samples.filter(({ name }) => name === metric);
      return seen.length > 0 && !seen.some((sample) => label in sample.labels);
    });
    return [
      ...names.filter((name) => !isDeclared(metrics, name)),
      ...labels.map(({ metric, label }) => `${metric} has no label ${label}`),
      ...(names.length > 0 || expr.startsWith("up{") ? [] : [expr]),
    ];
  });
  t.same(wrong, []);
});

t.test("every alert has its paragraph in the runbook, which has no other", async (t) => {
  const rules = readRules();
  const [, runbook = ""] = read("docs/operations.md").split("\n## Runbook\n");
  const [own = ""] = runbook.split("\n## ");
  t.same(
    [...own.matchAll(/^### (\w+)$/gm)].map(([, name]) => name),
    rules.map(({ alert }) => alert),
  );
  t.same(
    rules.map(({ annotations }) => annotations.runbook),
    rules.map(({ alert }) => `docs/operations.md#${alert.toLowerCase()}`),
  );
});
