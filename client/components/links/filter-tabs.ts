interface Filter {
  value: string;
  label: string;
}

interface Options {
  filters: readonly Filter[];
  path: string;
  /** The query parameter that names the filter; without it, all are shown. */
  parameter: string;
  search: URLSearchParams;
}

/** The current filter and the tabs of all; an unknown filter is "all". */
export function filterTabs({ filters, path, parameter, search }: Options) {
  const requested = search.get(parameter);
  const current = filters.find(({ value }) => value === requested)?.value ?? "all";
  return {
    current,
    title: filters.find(({ value }) => value === current)?.label ?? "",
    tabs: filters.map(({ value, label }) => ({
      text: label,
      href: value === "all" ? path : `${path}?${parameter}=${value}`,
      isCurrent: value === current,
    })),
  };
}
