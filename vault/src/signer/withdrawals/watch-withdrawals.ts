import type { Pool } from 'pg'
import { fromOperators } from '../../shared/decisions/watch-decisions.ts'
import { keepLooking } from '../../shared/keep-looking.ts'
import type { MemberBook, MemberFact, MembersRecord } from '../../shared/members/member-book.ts'
import { newPasskeys, readNewSigners, type SignerRow } from '../../shared/members/member-signatures.ts'
import type { Operators } from '../../shared/operators/operators-file.ts'
import type { Executed } from '../../shared/requests/signed-request.ts'
import type { RequestWatch } from '../../shared/requests/watch-requests.ts'
import type { SoleProcess } from '../../shared/sole-process.ts'
import { fromDatabase, onJournal, requireAlone } from '../../shared/unavailable.ts'
import type { Log } from '../../shared/vault-server.ts'
import { type JudgedWithdrawal, judgeWallet, judgeWithdrawal, strangerProblem } from './judge-withdrawal.ts'
import { readChangedWallets, readWallets, readWalletsAt, readWithdrawals } from './read-withdrawals.ts'

type WatchDeps = Readonly<{
  operators: Operators
  journal: MemberBook & Readonly<{ noteMembers(record: MembersRecord): void }>
  pool: Pool
  alone: Pick<SoleProcess, 'confirm'>
  nowMs(): number
}>

export type WithdrawalWatch = Readonly<{
  /** Remembers people and wallets that are new, and wallets that were removed. Throws Unavailable. */
  look(): Promise<void>
  /**
   * Verifies that members enrolled the wallets to which keys withdraw in live mode. Returns the problems by transaction. In test mode any
   * wallet counts. Throws Unavailable.
   */
  verifyWallets(executed: readonly Executed[]): Promise<ReadonlyMap<string, string>>
  /** Verifies the orders and records what was learned. Returns the judgements by order. Throws Unavailable. */
  verify(orderIds: readonly string[]): Promise<ReadonlyMap<string, JudgedWithdrawal>>
}>

const LOOK_EVERY_MS = 5_000
/** Rows that were committed late are still found. */
const OVERLAP_MS = 3_600_000

/** Pins the passkeys of members and the wallets that they enrolled, before a withdrawal rests on them. */
export function createWithdrawalWatch(deps: WatchDeps): WithdrawalWatch {
  const { operators, journal, pool, nowMs } = deps
  let seenUntilMs = 0
  const note = (learned: readonly MemberFact[], atMs: number): void => {
    if (learned.length > 0)
      onJournal(() => journal.noteMembers({ at: new Date(atMs).toISOString(), payments: learned }))
  }
  const notePasskeys = (signers: readonly SignerRow[], atMs: number): void =>
    note(newPasskeys(journal, signers), atMs)
  return {
    async look() {
      await requireAlone(deps)
      const atMs = nowMs()
      const since = new Date(Math.max(0, seenUntilMs - OVERLAP_MS))
      notePasskeys(await fromDatabase(async () => readNewSigners(pool, since)), atMs)
      const wallets = await fromDatabase(async () => readWallets(pool, await readChangedWallets(pool, since)))
      if (wallets.length > 0) {
        const { party } = fromOperators(() => operators.current())
        for (const wallet of wallets) note(judgeWallet(wallet, { book: journal, party, atMs }).learned, atMs)
      }
      seenUntilMs = atMs
    },
    async verifyWallets(executed) {
      const asked = executed.filter(({ mode }) => mode === 'live')
      if (asked.length === 0) return new Map()
      await requireAlone(deps)
      const atMs = nowMs()
      const businesses = asked.map(({ business }) => business)
      const addresses = asked.flatMap(({ destination }) => destination['wallet_address'] ?? [])
      const wallets = await fromDatabase(async () => readWalletsAt(pool, businesses, addresses))
      notePasskeys(
        wallets.flatMap(({ signers }) => signers),
        atMs,
      )
      const { party } = fromOperators(() => operators.current())
      const problems = new Map<string, string>()
      for (const one of asked) {
        const { problem, learned } = strangerProblem(one, wallets, { book: journal, party, atMs })
        note(learned, atMs)
        if (problem !== undefined) problems.set(one.transactionId, problem)
      }
      return problems
    },
    async verify(orderIds) {
      if (orderIds.length === 0) return new Map()
      await requireAlone(deps)
      const atMs = nowMs()
      const orders = await fromDatabase(async () => readWithdrawals(pool, orderIds, atMs))
      notePasskeys(
        orders.flatMap(({ signers, wallet }) => [...signers, ...(wallet?.signers ?? [])]),
        atMs,
      )
      const { party } = fromOperators(() => operators.current())
      const judgements = orders.map((order) => {
        const { judged, learned } = judgeWithdrawal(order, { book: journal, party, atMs })
        // At once, because the next order counts what one member already withdrew alone.
        note(learned, atMs)
        return judged
      })
      return new Map(judgements.map((judged) => [judged.id, judged]))
    },
  }
}

/** Looks every five seconds for as long as the process runs. */
export function startWithdrawalWatch(
  watch: WithdrawalWatch,
  requests: Pick<RequestWatch, 'look'>,
  log: Log,
): void {
  const look = async (): Promise<void> => {
    await watch.look()
    await requests.look()
  }
  keepLooking(look, LOOK_EVERY_MS, 'members cannot be read', log)
}
