import { readFileSync } from "node:fs";
import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { readRules } from "../../setup/services/promtool.ts";
import { startRedisServer } from "../../setup/services/redis-server.ts";
import { type Metrics, readMetrics } from "../../setup/site/read-metrics.ts";
import { startSite } from "../../setup/site/site.ts";
import { testFolder } from "../../setup/test-folder.ts";

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const dashboard: Dashboard = JSON.parse(readFileSync("server/ops/dashboard.json", "utf8"));

/** Made by Prometheus itself. */
const OF_PROMETHEUS = ["up"];
const WORDS =
  /^(sum|min|max|topk|rate|histogram_quantile|or|and|unless|time|clamp_min|[a-z]+_over_time|increase)$/;

/** Names of metrics in an expression, with the labels they are narrowed or grouped by left out. */
function metricsOf(expr: string): string[] {
  const bare = expr
    .replaceAll(/\{[^}]*\}/g, "")
    .replaceAll(/\[[^\]]*\]/g, "")
    .replaceAll(/(?:by|on|group_left) \([^)]*\)/g, "");
  const names = bare.match(/\b[a-z][a-z0-9_]+\b/g) ?? [];
  return names.filter((name) => !WORDS.test(name) && !OF_PROMETHEUS.includes(name));
}

/** What a label of a metric is compared with in an expression. */
function labelsOf(expr: string): { metric: string; label: string }[] {
  return [...expr.matchAll(/([a-z0-9_]+)\{([^}]*)\}/g)].flatMap(([, metric = "", narrowed = ""]) =>
    [...narrowed.matchAll(/([a-z]+)(?:!~|=~|!=|=)"/g)].map(([, label = ""]) => ({ metric, label })),
  );
}

/** Declared, be it without any line yet; a histogram under the names of its lines. */
function isDeclared({ families }: Metrics, metric: string): boolean {
  const histogram = metric.replace(/_(bucket|count|sum)$/, "");
  return families.has(metric) || families.get(histogram) === "HISTOGRAM";
}

t.test(
  "every metric of the alerts and the dashboard is in /metrics of a running site",
  async (t) => {
    const source = await startFakeContentApi({
      news: fullRows("news"),
      events: fullRows("events"),
    });
    const redis = await startRedisServer(testFolder(t));
    const site = await startSite({ contentApiUrl: source.url, env: { REDIS_URL: redis.url } });
    t.teardown(async () => {
      await site.close();
      await redis.kill();
      await source.close();
    });
    await fetch(`${site.url}/news-events`);
    const metrics = await readMetrics(`${site.url}/metrics`);
    const exprs = [
      ...readRules().map(({ expr }) => expr),
      ...dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr)),
    ];
    t.ok(exprs.length > 30);
    for (const expr of exprs) {
      const names = metricsOf(expr);
      t.ok(names.length > 0 || expr.startsWith("up{"), expr);
      for (const name of names) t.ok(isDeclared(metrics, name), `${name} in ${expr}`);
      for (const { metric, label } of labelsOf(expr)) {
        if (OF_PROMETHEUS.includes(metric)) continue;
        const seen = metrics.samples.filter(({ name }) => name === metric);
        const isKnown = seen.some(({ labels }) => label in labels);
        t.ok(isKnown || seen.length === 0, `${metric} has the label ${label}`);
      }
    }
  },
);

t.test(
  "every alert has its paragraph in the runbook, and no other paragraph is there",
  async (t) => {
    const rules = readRules();
    t.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length);
    const [, runbook = ""] = readFileSync("docs/operations.md", "utf8").split("\n## Runbook\n");
    const [own = ""] = runbook.split("\n## ");
    const headings = [...own.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    t.same(
      headings,
      rules.map(({ alert }) => alert),
    );
    for (const { alert, annotations } of rules) {
      t.ok((annotations.summary?.length ?? 0) > 10, alert);
      t.equal(annotations.runbook, `docs/operations.md#${alert.toLowerCase()}`);
    }
  },
);
