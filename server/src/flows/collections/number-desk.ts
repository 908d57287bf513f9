import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Keyring } from '../../kernel/keyring.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Pool } from '../../kernel/postgres/pool.ts'
import { askForNumber, noteNumber } from '../../movements/collections/collection-number-store.ts'
import type {
  CollectionNumber,
  CollectionRail,
  CollectionRails,
  NumberAnswer,
  NumberRequest,
  StandingAnswer,
  StandingRequest,
} from '../../movements/collections/collection-rail.ts'
import {
  askForCustomerNumber,
  noteStandingNumber,
} from '../../movements/collections/customer-number-store.ts'
import { testBank } from '../../records/banks/vendor-account.ts'

type DeskDeps = Readonly<{
  pool: Pool
  clock: Clock
  customerKeys: Keyring
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
  /**
   * Obtains a standing number for a customer, if it has none. Returns in bounded time, with or without a number. Safe to call several times
   * at once: one number is obtained.
   */
  reserve(mode: Mode, customerNumberId: string): Promise<void>
  /** Resolves when no request is under way. */
  drained(): Promise<void>
}>

type Unknown = Readonly<{ kind: 'unknown'; why: string }>

const usualWaits: Waits = { vendorMs: 2_500, payerMs: 5_000, lateMs: 15_000 }
// Another opening asks: its answer is looked for this often.
const BUSY_POLL_MS = 100

export function createNumberDesk({ pool, clock, customerKeys, rails, onError, waits }: DeskDeps): NumberDesk {
  const { vendorMs, payerMs, lateMs } = { ...usualWaits, ...waits }
  const underWay = new Set<Promise<void>>()

  const keepLate = async <Answer extends Readonly<{ kind: string }>>(
    answering: Promise<Answer>,
    note: (answer: Answer) => Promise<boolean>,
  ): Promise<void> => {
    try {
      const answer = await answering
      if (answer.kind === 'given') await note(answer)
    } catch (error) {
      onError(error)
    }
  }

  /** Waits for a vendor's answer and stores it. One that takes too long is unknown; the number that it gives later is stored too. */
  const awaitAnswer = async <Answer extends Readonly<{ kind: string }>>(
    answering: Promise<Answer>,
    waitMs: number,
    note: (answer: Answer | Unknown, isLate: boolean) => Promise<boolean>,
  ): Promise<boolean> => {
    const inTime = await Promise.race([answering, sleep(waitMs)])
    const isShown = await note(inTime ?? { kind: 'unknown', why: `no answer within ${waitMs} ms` }, false)
    if (inTime === undefined) {
      const kept = keepLate(answering, async (answer) => note(answer, true))
      underWay.add(kept)
      void kept.finally(() => underWay.delete(kept))
    }
    return isShown
  }

  /** Asks one vendor after another until a number is shown, none is left, or the time is over. */
  const askInTurn = async (
    step: () => Promise<'busy' | 'over' | ((waitMs: number) => Promise<boolean>)>,
  ): Promise<void> => {
    const until = performance.now() + payerMs
    for (;;) {
      const leftMs = until - performance.now()
      if (leftMs <= 0) return
      const next = await step()
      if (next === 'busy') await sleep(BUSY_POLL_MS)
      else if (next === 'over' || (await next(Math.min(vendorMs, leftMs)))) return
    }
  }

  const obtain = async (mode: Mode, transactionId: string): Promise<void> => {
    const asked = rails[mode]
    const vendors = asked.map(({ vendor }) => vendor)
    if (vendors.length === 0) return
    await askInTurn(async () => {
      const id = newId()
      const at = clock.now()
      const step = await askForNumber(pool, { id, transactionId, vendors, at, patienceMs: lateMs })
      const rail = step.outcome === 'ask' ? asked.find(({ vendor }) => vendor === step.vendor) : undefined
      if (step.outcome !== 'ask' || rail === undefined) return step.outcome === 'busy' ? 'busy' : 'over'
      const { amount, name } = step
      const request = { reference: id.replaceAll('-', ''), amount, name: `${name} / Afara` }
      return async (waitMs) =>
        awaitAnswer(
          openAt(rail, mode, request, AbortSignal.timeout(lateMs)),
          waitMs,
          async (answer, isLate) => noteNumber(pool, { id, answer, isLate, at: clock.now() }),
        )
    })
  }

  const reserve = async (mode: Mode, customerNumberId: string): Promise<void> => {
    const asked = rails[mode].filter(({ traits }) => traits.standing !== 'none')
    const vendors = asked.map(({ vendor }) => vendor)
    if (vendors.length === 0) return
    const repeatable = asked
      .filter(({ traits }) => traits.standing === 'repeatable')
      .map(({ vendor }) => vendor)
    await askInTurn(async () => {
      const wanted = { customerNumberId, vendors, repeatable, at: clock.now(), patienceMs: lateMs }
      const step = await askForCustomerNumber(pool, customerKeys, { id: newId(), ...wanted })
      const rail = step.outcome === 'ask' ? asked.find(({ vendor }) => vendor === step.vendor) : undefined
      if (step.outcome !== 'ask' || rail === undefined) return step.outcome === 'busy' ? 'busy' : 'over'
      const { id } = step
      const request = { ...step.request, reference: id.replaceAll('-', '') }
      return async (waitMs) =>
        awaitAnswer(reserveAt(rail, mode, request, AbortSignal.timeout(lateMs)), waitMs, async (answer) =>
          noteStandingNumber(pool, { id, answer, at: clock.now() }),
        )
    })
  }

  return {
    obtain,
    reserve,
    drained: async () => {
      await Promise.all(underWay)
    },
  }
}

async function openAt(
  rail: CollectionRail,
  mode: Mode,
  request: NumberRequest,
  signal: AbortSignal,
): Promise<NumberAnswer> {
  const answer = await rail.open(request, signal)
  return answer.kind === 'given' ? { ...answer, ...shownNames(mode, answer) } : answer
}

/** Names a test number as every test account is named: at a bank that does not exist, so that nobody sends real money to it. */
function shownNames(
  mode: Mode,
  { bankName, accountName }: Pick<CollectionNumber, 'bankName' | 'accountName'>,
) {
  return mode === 'live'
    ? { bankName, accountName }
    : { bankName: testBank.name, accountName: `TEST ${accountName}` }
}

async function reserveAt(
  rail: CollectionRail,
  mode: Mode,
  request: StandingRequest,
  signal: AbortSignal,
): Promise<StandingAnswer> {
  if (rail.reserve === undefined) return { kind: 'refused', why: 'the rail gives no standing numbers' }
  const answer = await rail.reserve(request, signal)
  return answer.kind === 'given' ? { ...answer, ...shownNames(mode, answer) } : answer
}
