import type { Pool } from 'pg'
import { fromOperators } from '../../shared/decisions/watch-decisions.ts'
import { keepLooking } from '../../shared/keep-looking.ts'
import type { MemberBook, MemberFact, MembersRecord } from '../../shared/members/member-book.ts'
import { newPasskeys, readNewSigners } from '../../shared/members/member-signatures.ts'
import type { Operators } from '../../shared/operators/operators-file.ts'
import type { RequestWatch } from '../../shared/requests/watch-requests.ts'
import type { SoleProcess } from '../../shared/sole-process.ts'
import { fromDatabase, onJournal, requireAlone } from '../../shared/unavailable.ts'
import type { Log } from '../../shared/vault-server.ts'
import { type JudgedOrder, judgePaymentOrder } from './judge-payment-order.ts'
import { readNewAccounts, readOrders } from './read-orders.ts'

type WatchDeps = Readonly<{
  operators: Operators
  journal: MemberBook & Readonly<{ noteMembers(record: MembersRecord): void }>
  pool: Pool
  alone: Pick<SoleProcess, 'confirm'>
  nowMs(): number
}>

export type PaymentWatch = Readonly<{
  /** Remembers people and accounts that are new. Throws Unavailable. */
  look(): Promise<void>
  /** Verifies the orders and records what was learned. Returns the judgements by order. Throws Unavailable. */
  verify(orderIds: readonly string[]): Promise<ReadonlyMap<string, JudgedOrder>>
}>

const LOOK_EVERY_MS = 5_000
/** Rows that were committed late are still found. */
const OVERLAP_MS = 3_600_000

/** Pins the passkeys of members and the accounts that they pay, before an order rests on them. */
export function createPaymentWatch(deps: WatchDeps): PaymentWatch {
  const { operators, journal, pool, nowMs } = deps
  let seenUntilMs = 0
  const note = (learned: readonly MemberFact[], atMs: number): void => {
    if (learned.length > 0)
      onJournal(() => journal.noteMembers({ at: new Date(atMs).toISOString(), payments: learned }))
  }
  return {
    async look() {
      await requireAlone(deps)
      const atMs = nowMs()
      const since = new Date(Math.max(0, seenUntilMs - OVERLAP_MS))
      const signers = await fromDatabase(async () => readNewSigners(pool, since))
      const added = await fromDatabase(async () => readNewAccounts(pool, since))
      const accounts = added
        .map(({ business_id: business, ...account }) => ({ ...account, business }))
        .filter((account) => journal.beneficiarySeenAt(account) === undefined)
        .map((account): MemberFact => ({ kind: 'beneficiary', ...account }))
      note([...newPasskeys(journal, signers), ...accounts], atMs)
      seenUntilMs = atMs
    },
    async verify(orderIds) {
      if (orderIds.length === 0) return new Map()
      await requireAlone(deps)
      const atMs = nowMs()
      const orders = await fromDatabase(async () => readOrders(pool, orderIds, atMs))
      note(
        newPasskeys(
          journal,
          orders.flatMap(({ signers }) => signers),
        ),
        atMs,
      )
      const { party } = fromOperators(() => operators.current())
      const judgements = orders.map((order) => {
        const { judged, learned } = judgePaymentOrder(order, { book: journal, party, atMs })
        // At once, because the next order counts what one member already paid alone.
        note(learned, atMs)
        return judged
      })
      return new Map(judgements.map((judged) => [judged.id, judged]))
    },
  }
}

/** Looks every five seconds for as long as the process runs. */
export function startPaymentWatch(watch: PaymentWatch, requests: Pick<RequestWatch, 'look'>, log: Log): void {
  const look = async (): Promise<void> => {
    await watch.look()
    await requests.look()
  }
  keepLooking(look, LOOK_EVERY_MS, 'members cannot be read', log)
}
