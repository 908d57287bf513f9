import type { TrueLine } from '@afara/stack/simulators/bank-truth.ts'
import type { NameTruth } from './name-truth.ts'
import type { QuarantinedReading } from './read-record.ts'

export type QuarantineJudged = Readonly<{
  /** Lines of the truth that wait for an operator. */
  waiting: ReadonlySet<TrueLine>
  /** Quarantined readings that the truth does not explain. */
  unexplained: readonly string[]
  byReason: ReadonlyMap<string, number>
}>

const DAY_MS = 86_400_000

/**
 * Judges the quarantine. Only a reading that no program can decide may be in it: two payments under one session id, a time in another
 * format than the vendor's, a row of one of several equal payments, or a row whose status the vendor withheld for hours.
 */
export function judgeQuarantine(
  truth: readonly TrueLine[],
  asides: readonly QuarantinedReading[],
  nameTruth: NameTruth,
  hits: ReadonlyMap<string, number>,
): QuarantineJudged {
  const sessions = Map.groupBy(truth, ({ account, shownSessionId }) => `${account} ${shownSessionId}`)
  const isShared = ({ account, shownSessionId }: TrueLine) =>
    shownSessionId !== null && (sessions.get(`${account} ${shownSessionId}`)?.length ?? 0) > 1
  const amounts = Map.groupBy(
    truth,
    ({ account, direction, settledMinor }) => `${account} ${direction} ${settledMinor}`,
  )
  const hasEqual = (line: TrueLine) =>
    (amounts.get(`${line.account} ${line.direction} ${line.settledMinor}`) ?? []).some(
      (other) => other !== line && Math.abs(other.bookedAt.getTime() - line.bookedAt.getTime()) < 2 * DAY_MS,
    )
  const byReference = Map.groupBy(truth, ({ reference }) => reference)
  const waiting = new Set<TrueLine>()
  const unexplained: string[] = []
  const byReason = new Map<string, number>()

  for (const aside of asides) {
    byReason.set(aside.reason, (byReason.get(aside.reason) ?? 0) + 1)
    const found = nameTruth(aside)
    // An unreadable reading has only the vendor's reference.
    const about = found.length > 0 ? found : (byReference.get(aside.externalId) ?? [])
    const isExplained = about.length > 0 && aside.hasCase && explains(aside, about, isShared, hasEqual, hits)
    if (!isExplained)
      unexplained.push(
        `${aside.source} ${aside.externalId} was quarantined for no known reason: ${aside.reason} (${about.map(({ id, faults }) => `${id} ${faults.join(' ')}`).join('; ')})`,
      )
    for (const line of about) waiting.add(line)
  }
  return { waiting, unexplained, byReason }
}

function explains(
  { reason, source }: QuarantinedReading,
  about: readonly TrueLine[],
  isShared: (line: TrueLine) => boolean,
  hasEqual: (line: TrueLine) => boolean,
  hits: ReadonlyMap<string, number>,
): boolean {
  const struck = (fault: string) => (hits.get(fault) ?? 0) > 0
  if (reason.startsWith('its session id is that of')) return about.some(isShared)
  if (reason.startsWith('it names another payer')) return about.some(hasEqual)
  if (/paid_at/.test(reason)) return source === 'paystack' && struck('zone_lost')
  if (reason.startsWith('it was listed long ago'))
    return source === 'monnify' && [...hits.keys()].some((fault) => fault.startsWith('requery_'))
  if (reason.startsWith('its value date is far'))
    return source === 'statement' && struck('statement_day_month_swap')
  return false
}
