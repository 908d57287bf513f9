import type { LeadingFigures } from './comparison.ts'
import type { TestBed } from './test-bed.ts'

/** How much is run. The command line may change each number by its name. */
export type Plan = Readonly<{
  rounds: number
  seconds: number
  clients: number
  /** How many callers there are over HTTP; benches without HTTP have none. */
  connections?: number
  /** The size that a ledger is grown to; benches that grow nothing have none. */
  postings?: number
  /** How many transactions a business has; benches that read no list have none. */
  transactions?: number
}>

export type Outcome = Readonly<{
  /** Printed on the last line, in this order, after the name. */
  figures: LeadingFigures & Record<string, string>
  /** Why the run is not good enough, a sentence each; empty when it is. */
  shortfalls: readonly string[]
}>

export type Bench = Readonly<{
  summary: string
  full: Plan
  /** A few seconds, to see that the bench itself works: too short to hold against a target. */
  short: Plan
  run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome>
}>
