type Log = (line: Readonly<Record<string, unknown>>) => void

export type VaultMetrics = Readonly<{
  /** `route` is the method and the path, without ids. */
  observe(route: string, status: number, seconds: number): void
  /** Writes each line to `log`, and counts it: a refusal by its code, every other line by its level. */
  counting(log: Log): Log
  print(): string
}>

type Gauges = Readonly<Record<string, Readonly<{ help: string; value(): number }>>>
type Series = { counts: number[]; total: number; sumSeconds: number }

const BOUNDS_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30]
const DURATION = 'afara_http_request_duration_seconds'

/**
 * Counts what a vault process does, in the text format that Prometheus reads. The signer and the payer have few packages, so this is our own.
 * No label names an account, a person or a transaction.
 */
export function createVaultMetrics(): VaultMetrics & Readonly<{ watch(gauges: Gauges): void }> {
  const requests = new Map<string, Series>()
  const refusals = new Map<string, number>()
  const lines = new Map<string, number>()
  let watched: Gauges = {}
  const add = (counts: Map<string, number>, label: string): void => {
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return {
    observe: (route, status, seconds) => {
      const [method, path] = route.split(' ')
      const labels = `method="${method}",route="${path}",status="${Math.floor(status / 100)}xx"`
      const series = requests.get(labels) ?? { counts: BOUNDS_SECONDS.map(() => 0), total: 0, sumSeconds: 0 }
      requests.set(labels, series)
      series.total += 1
      series.sumSeconds += seconds
      BOUNDS_SECONDS.forEach((bound, at) => {
        if (seconds <= bound) series.counts[at] = (series.counts[at] ?? 0) + 1
      })
    },
    counting: (log) => (line) => {
      const { msg, level = 'info', code } = line
      if (msg === 'refused') add(refusals, String(code))
      add(lines, String(level))
      log(line)
    },
    watch: (gauges) => {
      watched = gauges
    },
    print: () => {
      const usage = process.cpuUsage()
      const own: Gauges = {
        process_cpu_seconds_total: {
          help: 'Total user and system CPU time spent in seconds.',
          value: () => (usage.user + usage.system) / 1e6,
        },
        process_resident_memory_bytes: {
          help: 'Resident memory size in bytes.',
          value: () => process.memoryUsage.rss(),
        },
      }
      return [
        ...printHistogram(requests),
        ...printCounter(
          'afara_vault_refusals_total',
          'What was not signed or paid, by reason.',
          'code',
          refusals,
        ),
        ...printCounter(
          'afara_log_lines_total',
          'Lines of the log, without those of requests.',
          'level',
          lines,
        ),
        ...Object.entries({ ...watched, ...own }).flatMap(([name, { help, value }]) => [
          `# HELP ${name} ${help}`,
          `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
          `${name} ${value()}`,
        ]),
        '',
      ].join('\n')
    },
  }
}

/** The gauges of both vault processes. */
export function vaultGauges({
  isKilled,
  journal,
}: Readonly<{
  isKilled(): boolean
  journal: Readonly<{ copyBehindSince(): number | undefined; head(): Readonly<{ count: number }> }>
}>): Gauges {
  return {
    afara_vault_killed: { help: '1 while the kill file exists.', value: () => (isKilled() ? 1 : 0) },
    afara_vault_journal_copy_behind_seconds: {
      help: 'How long the second place has not received the records of the journal.',
      value: () => {
        const since = journal.copyBehindSince()
        return since === undefined ? 0 : Math.max(0, (Date.now() - since) / 1000)
      },
    },
    afara_vault_journal_records: { help: 'Records in the journal.', value: () => journal.head().count },
  }
}

function printHistogram(requests: ReadonlyMap<string, Series>): string[] {
  return [
    `# HELP ${DURATION} From a request to its reply.`,
    `# TYPE ${DURATION} histogram`,
    ...[...requests].flatMap(([labels, { counts, total, sumSeconds }]) => [
      ...BOUNDS_SECONDS.map((bound, at) => `${DURATION}_bucket{${labels},le="${bound}"} ${counts[at]}`),
      `${DURATION}_bucket{${labels},le="+Inf"} ${total}`,
      `${DURATION}_sum{${labels}} ${sumSeconds}`,
      `${DURATION}_count{${labels}} ${total}`,
    ]),
  ]
}

function printCounter(
  name: string,
  help: string,
  label: string,
  counts: ReadonlyMap<string, number>,
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} counter`,
    ...[...counts].map(([value, count]) => `${name}{${label}=${JSON.stringify(value)}} ${count}`),
  ]
}
