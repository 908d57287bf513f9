import type { TestBed } from './test-bed.ts'

/** The size of a run. The command line may change each number by its name. */
export type Plan = Readonly<{
  rounds: number
  seconds: number
  clients: number
  /** Number of HTTP connections; absent in benches without HTTP. */
  connections?: number
  /** Number of earlier transactions; absent in benches that need none. */
  transactions?: number
  /** Transactions offered each second; absent in benches that are as fast as they can. */
  rate?: number
}>

export type Outcome = Readonly<{
  /** Printed on the last line, in this order, after the name. A bench that compares two sides begins with `LeadingFigures`. */
  figures: Readonly<Record<string, string>>
  /** Reasons why the run is not good enough, one sentence each. */
  shortfalls: readonly string[]
}>

export type Bench = Readonly<{
  summary: string
  full: Plan
  /** Runs a few seconds to see that the bench itself works. Too short to compare with a target. */
  short: Plan
  run(bed: TestBed, plan: Plan, isShort: boolean): Promise<Outcome>
}>
