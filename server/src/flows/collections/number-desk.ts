import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import {
  askForNumber,
  type NumberStep,
  noteNumber,
} from '../../movements/collections/collection-number-store.ts'
import type {
  CollectionRail,
  CollectionRails,
  NumberAnswer,
  NumberRequest,
} from '../../movements/collections/collection-rail.ts'
import { testBank } from '../../records/banks/vendor-account.ts'

type DeskDeps = Readonly<{
  pool: Pool
  clock: Clock
  rails: CollectionRails
  /** Called when the outcome of a request could not be stored. The request then counts as unknown. */
  onError: (error: unknown) => void
  waits?: Partial<Waits>
}>

type Waits = Readonly<{
  /** How long one vendor may take. Then the next one is asked. */
  vendorMs: number
  /** How long the payer waits for all vendors together. Then the shared account is shown. */
  payerMs: number
  /** How long an answer is still accepted and kept, although nobody waits for it. */
  lateMs: number
}>

export type NumberDesk = Readonly<{
  /**
   * Obtains a number for a buy that waits for its payment, if it has none. Returns in bounded time, with or without a number: without one,
   * the payer uses the shared account. Safe to call several times at once: one number is obtained.
   */
  obtain(mode: Mode, transactionId: string): Promise<void>
  /** Resolves when no request is under way. */
  drained(): Promise<void>
}>

const usualWaits: Waits = { vendorMs: 2_500, payerMs: 5_000, lateMs: 15_000 }
// Another opening asks: its answer is looked for this often.
const BUSY_POLL_MS = 100

export function createNumberDesk({ pool, clock, rails, onError, waits }: DeskDeps): NumberDesk {
  const { vendorMs, payerMs, lateMs } = { ...usualWaits, ...waits }
  const underWay = new Set<Promise<void>>()

  /** Stores the answer of a vendor that took too long. The number is kept, so that a payment to it is recognised. */
  const keepLate = async (id: string, answering: Promise<NumberAnswer>): Promise<void> => {
    try {
      const answer = await answering
      if (answer.kind === 'given') await noteNumber(pool, { id, answer, isLate: true, at: clock.now() })
    } catch (error) {
      onError(error)
    }
  }

  const ask = async (
    rail: CollectionRail,
    mode: Mode,
    id: string,
    { amount, name }: Extract<NumberStep, { outcome: 'ask' }>,
    waitMs: number,
  ): Promise<boolean> => {
    const request = { reference: id.replaceAll('-', ''), amount, name: `${name} / Afara` }
    const answering = openAt(rail, mode, request, AbortSignal.timeout(lateMs))
    const inTime = await Promise.race([answering, sleep(waitMs)])
    const answer = inTime ?? { kind: 'unknown' as const, why: `no answer within ${waitMs} ms` }
    const isShown = await noteNumber(pool, { id, answer, isLate: false, at: clock.now() })
    if (inTime === undefined) {
      const kept = keepLate(id, answering)
      underWay.add(kept)
      void kept.finally(() => underWay.delete(kept))
    }
    return isShown
  }

  const obtain = async (mode: Mode, transactionId: string): Promise<void> => {
    const asked = rails[mode]
    const vendors = asked.map(({ vendor }) => vendor)
    const until = performance.now() + payerMs
    for (;;) {
      const leftMs = until - performance.now()
      if (vendors.length === 0 || leftMs <= 0) return
      const id = newId()
      const at = clock.now()
      const step = await askForNumber(pool, { id, transactionId, vendors, at, patienceMs: lateMs })
      if (step.outcome === 'busy') await sleep(BUSY_POLL_MS)
      else if (step.outcome !== 'ask') return
      else {
        const rail = asked.find(({ vendor }) => vendor === step.vendor)
        if (rail === undefined || (await ask(rail, mode, id, step, Math.min(vendorMs, leftMs)))) return
      }
    }
  }

  return {
    obtain,
    drained: async () => {
      await Promise.all(underWay)
    },
  }
}

/** Names a test number as every test account is named: at a bank that does not exist, so that nobody sends real money to it. */
async function openAt(
  rail: CollectionRail,
  mode: Mode,
  request: NumberRequest,
  signal: AbortSignal,
): Promise<NumberAnswer> {
  const answer = await rail.open(request, signal)
  if (mode === 'live' || answer.kind !== 'given') return answer
  return { ...answer, bankName: testBank.name, accountName: `TEST ${answer.accountName}` }
}
