import { setTimeout as sleep } from 'node:timers/promises'
import type { Outcome, Proof, ProofInput } from '../proof.ts'
import { some, unless } from '../shortfalls.ts'
import type { Fault } from './fault.ts'
import { listFaults } from './faults.ts'
import { setStage } from './stage.ts'
import type { Alert, Monitoring } from './start-monitoring.ts'

const FIRED_WITHIN_MS = 180_000
const QUIET_WITHIN_MS = 300_000
// Rules need a while to see that something is missing.
const QUIET_FOR_MS = 15_000
const SLOWEST_SECONDS = 120

/**
 * Runs Debian's Prometheus and Alertmanager with our rules against every process, under a little load. Causes one fault after the other,
 * waits for its alerts at a receiver, mends it, and waits until nothing fires. Any other alert is false.
 */
export const alertsProof: Proof = {
  name: 'alerts',
  sentence: 'Each of twelve faults causes exactly its own alerts at the receiver of Alertmanager.',
  sizes: { faults: { full: 12, short: 5 } },
  run: prove,
}

type Seen = Readonly<{ name: string; seconds: number | undefined; missing: readonly string[] }>

async function prove({ size, progress }: ProofInput): Promise<Outcome> {
  const stage = await setStage()
  try {
    const { monitoring } = stage
    await untilQuiet(monitoring)
    const early = monitoring.arrived.map(({ alert }) => `before any fault: ${nameOf(alert)}`)
    progress.say('every process is scraped, and nothing fires')
    const seen: Seen[] = []
    const wrong: string[] = []
    for (const fault of listFaults(stage).slice(0, size('faults'))) {
      const { outcome, other } = await cause(fault, monitoring)
      seen.push(outcome)
      wrong.push(...other)
      const words =
        outcome.seconds === undefined
          ? `NOT SEEN ${outcome.missing.join(', ')}`
          : `${outcome.seconds.toFixed(1)} s`
      progress.say(`${fault.name}: ${words}${other.length > 0 ? `, and ${other.join(', ')}` : ''}`)
    }
    return judge(seen, [...early, ...wrong])
  } finally {
    await stage.clear()
  }
}

async function cause(
  fault: Fault,
  monitoring: Monitoring,
): Promise<Readonly<{ outcome: Seen; other: readonly string[] }>> {
  const from = monitoring.arrived.length
  const began = performance.now()
  await fault.make()
  const news = () => monitoring.arrived.slice(from)
  const isOwn = (alert: Alert) => fault.expected.some((wanted) => isWanted(alert, wanted))
  const own = () => news().filter(({ alert }) => isOwn(alert))
  const missing = () =>
    fault.expected.filter((wanted) => !news().some(({ alert }) => isWanted(alert, wanted)))
  while (missing().length > 0 && performance.now() - began < FIRED_WITHIN_MS) await sleep(200)
  const isSeen = missing().length === 0
  const outcome: Seen = {
    name: fault.name,
    seconds: isSeen ? (Math.max(...own().map(({ at }) => at)) - began) / 1000 : undefined,
    missing: missing().map(nameOf),
  }
  await fault.mend()
  await untilQuiet(monitoring)
  const other = news().filter(({ alert }) => !isOwn(alert))
  return { outcome, other: other.map(({ alert }) => `${fault.name} also caused ${nameOf(alert)}`) }
}

async function untilQuiet({ firing }: Monitoring): Promise<void> {
  const until = performance.now() + QUIET_WITHIN_MS
  let quietSince = performance.now()
  while (performance.now() - quietSince < QUIET_FOR_MS) {
    if (firing().length > 0) quietSince = performance.now()
    if (performance.now() > until) throw new Error(`alerts remain: ${firing().map(nameOf).join(', ')}`)
    await sleep(200)
  }
}

function isWanted(alert: Alert, wanted: Alert): boolean {
  return Object.entries(wanted).every(([label, value]) => alert[label] === value)
}

function nameOf({ alertname, ...labels }: Alert): string {
  const rest = Object.entries(labels)
    .filter(([label]) => label !== 'severity' && label !== 'instance')
    .map(([label, value]) => `${label}=${value}`)
  return `${alertname}${rest.length > 0 ? `{${rest.join(',')}}` : ''}`
}

function judge(seen: readonly Seen[], wrong: readonly string[]): Outcome {
  const times = seen.flatMap(({ seconds }) => seconds ?? [])
  const slowest = Math.max(0, ...times)
  return {
    figures: {
      faults: seen.length,
      fired: times.length,
      false: wrong.length,
      slowest_s: slowest.toFixed(1),
    },
    shortfalls: [
      ...some(seen.flatMap(({ name, missing }) => missing.map((alert) => `${name} did not cause ${alert}`))),
      ...some(wrong),
      ...unless(
        slowest <= SLOWEST_SECONDS,
        `an alert arrived after ${slowest.toFixed(1)} seconds, with shortened times`,
      ),
    ],
  }
}
