import type { Fault, FaultKind } from './judge/fault.ts'
import { type ClassName, classNames } from './kinds.ts'

/** Counts the events of a run, so that a run without activity is noticed. */
export type Tally = Readonly<{
  countRequests(className: ClassName, kind: string, count: number): void
  countAnswer(className: ClassName, operation: string | undefined, status: number): void
  countFault(fault: Fault): void
  requests(className?: ClassName): number
  /** Number of successful replies of a class, and of all its replies. */
  successes(className: ClassName): Readonly<{ good: number; all: number }>
  /** Operations that succeeded at least once. */
  reached(): ReadonlySet<string>
  /** Kinds that were sent at least once. */
  sent(): ReadonlySet<string>
  faults(kind?: FaultKind): number
}>

export function createTally(): Tally {
  const requests = new Map<ClassName, number>(classNames.map((name) => [name, 0]))
  const good = new Map<ClassName, number>()
  const all = new Map<ClassName, number>()
  const reached = new Set<string>()
  const sent = new Set<string>()
  const faults = new Map<FaultKind, number>()
  const add = <K>(counts: Map<K, number>, key: K, count: number): void => {
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0)
  return {
    countRequests: (className, kind, count) => {
      add(requests, className, count)
      sent.add(kind)
    },
    countAnswer: (className, operation, status) => {
      const isGood = status >= 200 && status < 300
      add(all, className, 1)
      if (isGood) add(good, className, 1)
      if (isGood && operation !== undefined) reached.add(operation)
    },
    countFault: ({ kind }) => add(faults, kind, 1),
    requests: (className) =>
      className === undefined ? sum(requests.values()) : (requests.get(className) ?? 0),
    successes: (className) => ({ good: good.get(className) ?? 0, all: all.get(className) ?? 0 }),
    reached: () => reached,
    sent: () => sent,
    faults: (kind) => (kind === undefined ? sum(faults.values()) : (faults.get(kind) ?? 0)),
  }
}
