import parsePrometheusTextFormat from "parse-prometheus-text-format";
import { OPERATOR } from "./operator.ts";

/** A line of the Prometheus text format; a histogram has the lines `x_bucket`, `x_sum` and `x_count`. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Metrics {
  /** The declared names, with their types. */
  families: ReadonlyMap<string, string>;
  samples: readonly Sample[];
}

/** Fetches and parses metrics in the Prometheus text format, with a parser that we did not write. */
export async function readMetrics(url: string): Promise<Metrics> {
  const response = await fetch(url, { headers: OPERATOR });
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  const text = await response.text();
  const declared = parsePrometheusTextFormat(text);
  // The parser merges a histogram's label sets; without the type, it keeps each line separate.
  const lines = parsePrometheusTextFormat(text.replaceAll(/^# TYPE .*\n/gm, ""));
  return {
    families: new Map(declared.map(({ name, type }) => [name, type])),
    samples: lines.flatMap(({ name, metrics }) =>
      metrics.map(({ labels = {}, value }) => ({ name, labels, value: Number(value) })),
    ),
  };
}

/** Returns the value of the first line with these labels; undefined when there is none. */
export function metricValue(
  { samples }: Metrics,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = Object.entries(labels);
  return samples.find(
    (sample) =>
      sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
  )?.value;
}
