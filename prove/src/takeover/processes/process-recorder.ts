import type { Naming } from '../../forgery/naming.ts'
import type { Change } from '../change-log.ts'
import type { ProcessStage, Role } from './process-stage.ts'

type ProcessAttempt = Readonly<{
  role: Role | 'vendor key' | 'payouts key' | 'environment of the api'
  route: 'SQL function' | 'SQL table' | 'posting' | 'HTTP'
  through: string
  /** What is tried on a table. */
  does?: string
  /** Whether every row of money that the attempt wrote is wrong, and must be named. */
  isWrong?: boolean
}>

export type Tried = ProcessAttempt & Readonly<{ said: string; changed: readonly string[] }>

export type ProcessRecorder = Readonly<{
  /** Makes one attempt. Returns `accepted`, or the code of what refused it. */
  attempt(about: ProcessAttempt, run: () => Promise<unknown>): Promise<string>
  all(): readonly Tried[]
}>

/**
 * Tables in which a new row says that money came or moved. Each forged row must be named by its id, or by a difference of the outside account that
 * it changed. A request in the name of a business takes tokens from its balance as the business itself could: signer and payer judge it.
 */
const money: Readonly<Record<string, 'entry' | 'line' | 'deposit'>> = {
  entry: 'entry',
  bank_line: 'line',
  deposit: 'deposit',
}

/** Kinds of accounts that are compared with a bank, a vendor or a chain. */
const outside = new Set(['bank', 'payout_bank', 'float', 'deposit'])

/** Notes every attempt and what it changed, by the rows that its application committed. */
export function createProcessRecorder({ changes }: ProcessStage, naming: Naming): ProcessRecorder {
  const tried: Tried[] = []
  const note = (about: ProcessAttempt, { table, before, after }: Change): void => {
    if (about.isWrong !== true || before !== null || after === null) return
    const kind = money[table]
    // The seed funds payout accounts of test mode in the same way. In live mode only a decision does.
    const isSeedLike = after.step === 'payout_account_funded' && after.mode === 'test'
    const isRequest = after.step === 'taken_from_balance'
    if (kind !== undefined && !isRequest && !isSeedLike) {
      const what = `${about.role}, ${about.route} ${about.through}: ${typeof after.step === 'string' ? after.step : table}`
      naming.note(String(after.id), kind, what)
    }
    if (table === 'posting' && about.route === 'SQL function')
      for (const side of ['debit', 'credit'])
        if (outside.has(String(after[`${side}_kind`])))
          naming.noteAccount(String(after.entry_id), String(after[`${side}_owner`]))
  }
  return {
    all: () => tried,
    async attempt(about, run) {
      const said = await run().then(
        (answer) => (typeof answer === 'string' ? answer : 'accepted'),
        (error: Error & { code?: string }) => error.code ?? error.message,
      )
      const isOfDatabase = about.route !== 'HTTP'
      const made = isOfDatabase && said === 'accepted' ? await changes.take(`takeover-${about.role}`) : []
      for (const change of made) note(about, change)
      tried.push({ ...about, said, changed: [...new Set(made.map(({ table }) => table))] })
      return said
    },
  }
}
