import parsePrometheusTextFormat from "parse-prometheus-text-format";

/** One line of the Prometheus text format; of a histogram `x_bucket`, `x_sum`, `x_count`. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface Metrics {
  /** Names as they are declared, with their type. */
  families: ReadonlyMap<string, string>;
  samples: readonly Sample[];
}

/** What a URL returns in the Prometheus text format, read by a parser that is not ours. */
export async function readMetrics(url: string): Promise<Metrics> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  const text = await response.text();
  const declared = parsePrometheusTextFormat(text);
  // The parser throws the label sets of a histogram together: without its type each line stays itself.
  const lines = parsePrometheusTextFormat(text.replaceAll(/^# TYPE .*\n/gm, ""));
  return {
    families: new Map(declared.map(({ name, type }) => [name, type])),
    samples: lines.flatMap(({ name, metrics }) =>
      metrics.map(({ labels = {}, value }) => ({ name, labels, value: Number(value) })),
    ),
  };
}

/** The value of the first line with these labels; undefined when there is none. */
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
