import t from "tap";
import {
  type AlertCase,
  checkRules,
  findPromtool,
  firingAlerts,
  readRules,
  type Series,
} from "../../setup/services/promtool.ts";
import { every } from "../../setup/whole.ts";

const promtool = findPromtool();

/** Builds a series with the labels of one instance and the given ones: `site_x{job="site",instance="a",data="news"}`. */
function series(name: string, values: string, labels: Record<string, string> = {}): Series {
  const all = Object.entries({ job: "site", instance: "a", ...labels });
  return { series: `${name}{${all.map(([key, value]) => `${key}="${value}"`).join()}}`, values };
}

const news = { data: "news" };
/** Builds the series of a page with `ok` good and `failed` bad requests a minute. */
function requests(ok: number, failed: number): Series[] {
  const of = (status: string, each: number) =>
    series("http_request_duration_seconds_count", `0+${each}x600`, {
      method: "GET",
      route: "/",
      status,
    });
  return [of("200", ok), of("502", failed)];
}
const calls = (outcome: string, each: number) =>
  series("site_source_call_duration_seconds_count", `0+${each}x600`, {
    source: "content-api",
    outcome,
  });
/** Builds series in which `values`, in seconds, is the time of the last usable list. The rules are evaluated at second 3,600. */
const lastGood = (values: string): Series[] => [
  series("site_source_last_good_timestamp_seconds", values, news),
  series("site_fresh_seconds", "300x600"),
];
const under = (le: string, each: number) =>
  series("http_request_duration_seconds_bucket", `0+${each}x600`, {
    method: "GET",
    route: "/",
    le,
  });

/** Builds the case of an alert with one series. A pair of values holds the firing and the silent one; `others` labels the silent. */
function by(name: string, values: string | [string, string], labels = {}, others = labels) {
  const [fires = "", silent = fires] = [values].flat();
  return { fires: [series(name, fires, labels)], silent: [series(name, silent, others)] };
}

/** The series in which each alert fires an hour after the start, and similar series in which the alert stays silent. */
const CASES: Record<string, { fires: Series[]; silent: Series[] }> = {
  SiteDown: by("up", ["0x600", "1x600"]),
  SiteNotReady: by("site_part_up", "0x600", { part: "build" }, { part: "source" }),
  SiteErrors: by("site_faults_total", ["0+1x600", "7x600"]),
  ErrorBudgetFast: { fires: requests(98, 2), silent: requests(1_000, 1) },
  ErrorBudgetSlow: { fires: requests(992, 8), silent: requests(1_000, 1) },
  SourceFault: by(
    "site_source_fault",
    "1x600",
    { ...news, fault: "status" },
    { ...news, fault: "slow" },
  ),
  SourceSlow: by(
    "site_source_fault",
    "1x600",
    { ...news, fault: "slow" },
    { ...news, fault: "status" },
  ),
  SourceStale: { fires: lastGood("600x600"), silent: lastGood("3300x600") },
  SourceStaleLong: { fires: lastGood("-400x600"), silent: lastGood("600x600") },
  SourceNeverGood: {
    fires: [series("site_source_usable", "0x600", news)],
    silent: [series("site_source_usable", "0x600", news), ...lastGood("3300x600")],
  },
  SourceRowsFall: by("site_source_rows", ["24x30 12x600", "24x30 20x600"], {
    ...news,
    outcome: "used",
  }),
  SourceDatesFall: {
    fires: [
      series("site_source_rows", "24x600", { ...news, outcome: "used" }),
      series("site_source_dates", "24x30 12x600", { ...news, outcome: "readable" }),
    ],
    silent: [
      series("site_source_rows", "24x30 12x600", { ...news, outcome: "used" }),
      series("site_source_dates", "24x30 12x600", { ...news, outcome: "readable" }),
    ],
  },
  SourceFieldsMissing: by("site_source_missing_fields", ["1x600", "0x600"], news),
  SourceCallsFail: {
    fires: [calls("2xx", 5), calls("4xx", 5)],
    silent: [calls("2xx", 5), calls("missing", 50), calls("timeout", 1), calls("not-asked", 50)],
  },
  WritesFail: by(
    "site_source_breaker",
    "1x600",
    { source: "content-api contacts", state: "open" },
    { source: "content-api", state: "open" },
  ),
  DataMissing: by("site_data_total", "0+1x600", { state: "none" }, { state: "stale" }),
  MessagesWait: by("site_inbox_oldest_waiting_seconds", ["3000+60x600", "0+50x600"]),
  PaymentMismatch: by(
    "site_payment_checks_total",
    "0+1x600",
    { outcome: "mismatch" },
    { outcome: "paid" },
  ),
  PaymentChecksFail: by("site_payment_checks_total", ["0+1x600", "3x600"], { outcome: "error" }),
  PaymentsWait: by("site_gifts_oldest_pending_seconds", ["200000x600", "100000x600"]),
  WebhooksRefused: by(
    "site_payment_webhooks_total",
    "0+1x600",
    { outcome: "unauthorised" },
    { outcome: "accepted" },
  ),
  MessagesDead: by("site_inbox_messages", "1x600", { state: "dead" }, { state: "waiting" }),
  Slow: {
    fires: [under("1", 90), under("2.5", 100), under("+Inf", 100)],
    silent: [under("1", 99), under("2.5", 100), under("+Inf", 100)],
  },
  Overloaded: {
    fires: [series("http_requests_shed_total", "0+1x600")],
    silent: [series("nodejs_eventloop_lag_p99_seconds", "0.02x600")],
  },
  LimitReached: by("site_rate_limited_total", "0+1x600", { limit: "all" }, { limit: "contact" }),
  StoreDown: by("site_part_up", "0x600", { part: "store" }, { part: "source" }),
  MailFails: by("site_part_up", ["0x600", "1x50 0x600"], { part: "mail" }),
  BackupOld: by("site_last_backup_timestamp_seconds", ["-90000x600", "3000x600"]),
  DiskLow: by("site_data_dir_free_bytes", ["400000000x600", "600000000x600"]),
  ClockOff: by("site_time_seconds", ["120+60x600", "0+60x600"]),
  MemoryGrows: by("process_resident_memory_bytes", ["900000000x600", "300000000x600"]),
  CspViolations: by("site_csp_reports_total", ["0+10x600", "0+1x600"], { directive: "script-src" }),
};

const skip = promtool === null && "promtool is missing";

t.test(
  "each alert fires when it should, and not when something like it happens",
  { skip },
  async (t) => {
    if (promtool === null) return;
    checkRules(promtool);
    const rules = readRules();
    const names = rules.map(({ alert }) => alert);
    t.same(Object.keys(CASES).sort(), names.toSorted(), "each alert has its cases");
    const all = Object.entries(CASES);
    const cases: AlertCase[] = [
      ...all.map(([alert, { fires }]) => ({ alert, when: "fires", series: fires })),
      ...every(4, all).map(([alert, { silent }]) => ({ alert, when: "is silent", series: silent })),
    ].map(({ alert, when, series }) => ({
      name: `${alert} ${when}`,
      series,
      atMinute: alert === "CspViolations" ? 150 : 60,
    }));
    const fired = firingAlerts(promtool, cases);
    const isFired = (when: string) =>
      names.filter((name) => fired.get(`${name} ${when}`)?.includes(name));
    t.same([isFired("fires"), isFired("is silent")], [names, []]);
    const atOnce = rules.filter((rule) => rule.for === undefined).map(({ alert }) => alert);
    t.same(atOnce, ["PaymentMismatch", "WebhooksRefused", "MessagesDead"], "no confirmation");
  },
);
