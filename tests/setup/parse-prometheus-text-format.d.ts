declare module "parse-prometheus-text-format" {
  interface Family {
    name: string;
    type: string;
    metrics: { labels?: Record<string, string>; value?: string }[];
  }
  export default function parsePrometheusTextFormat(text: string): Family[];
}
