/** Durations of one kind of request. */
export type Durations = Readonly<{ observe(seconds: number): void }>

export type DurationHistogram = Readonly<{
  /** Called once for each kind at startup, because a lookup by labels for every request would be too expensive. */
  of(labels: Readonly<Record<string, string>>): Durations
  /** In the text format that Prometheus reads. */
  print(): string
}>

const BOUNDS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Series = { labels: string; counts: number[]; total: number; sumSeconds: number }

export function createDurationHistogram(name: string, help: string): DurationHistogram {
  const all = new Map<string, Series>()
  return {
    of: (labels) => {
      const text = Object.entries(labels)
        .map(([label, value]) => `${label}=${JSON.stringify(value)}`)
        .join(',')
      const series = all.get(text) ?? {
        labels: text,
        counts: BOUNDS_SECONDS.map(() => 0),
        total: 0,
        sumSeconds: 0,
      }
      all.set(text, series)
      return { observe: (seconds) => count(series, seconds) }
    },
    print: () => {
      const seen = [...all.values()].filter(({ total }) => total > 0)
      return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...seen.flatMap(printSeries(name))].join(
        '\n',
      )
    },
  }
}

function count(series: Series, seconds: number): void {
  series.total += 1
  series.sumSeconds += seconds
  for (let at = 0; at < BOUNDS_SECONDS.length; at += 1) {
    if (seconds > (BOUNDS_SECONDS[at] ?? 0)) continue
    series.counts[at] = (series.counts[at] ?? 0) + 1
    return
  }
}

function printSeries(name: string): (series: Series) => string[] {
  return ({ labels, counts, total, sumSeconds }) => {
    let sum = 0
    return [
      ...BOUNDS_SECONDS.map((bound, at) => {
        sum += counts[at] ?? 0
        return `${name}_bucket{${labels},le="${bound}"} ${sum}`
      }),
      `${name}_bucket{${labels},le="+Inf"} ${total}`,
      `${name}_sum{${labels}} ${sumSeconds}`,
      `${name}_count{${labels}} ${total}`,
    ]
  }
}
