import type { Money } from '../../kernel/money/money.ts'
import type { Refusal, RefusalDetail } from '../../kernel/refusal.ts'

/** Something that stands in the way. Where it has no fix, its code is in the table of errors and the fix is there. */
export type Stop = Readonly<{
  code: string
  message: string
  field?: string | undefined
  fix?: string | undefined
  detail?: RefusalDetail | undefined
}>

/** Something to know that is no reason to refuse it. */
export type Notice = Readonly<{ code: string; message: string }>

export type Findings = Readonly<{ stops: readonly Stop[]; warnings: readonly Notice[] }>

/** What would become of a request if it were sent now. */
export type Preview = Readonly<{
  needs: readonly Stop[]
  warnings: readonly Notice[]
  /** Undefined where the amount could not be read, or the fee would take all of it. */
  amounts: Readonly<{ amount: Money; fee: Money; receives: Money }> | undefined
  /** How long it should take at most, once the naira or the tokens are here. */
  expectedWithinMs: number
}>

export const noFindings: Findings = { stops: [], warnings: [] }

export function toStops(refusals: readonly Refusal[]): Stop[] {
  return refusals.map(({ code, message, detail }) => ({ code, message, detail }))
}

/** One of each: two rules may find the same thing. */
export function joinFindings(all: readonly Findings[]): Findings {
  const stops = new Map(all.flatMap(({ stops }) => stops).map((stop) => [stop.code, stop]))
  return { stops: [...stops.values()], warnings: all.flatMap(({ warnings }) => warnings) }
}
