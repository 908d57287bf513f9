import { newId } from '@afara/server/kernel/ids/ids.ts'
import type { BankLine } from '@afara/server/movements/feeds/bank-line.ts'
import { held, type Posting, suspense } from '@afara/server/records/ledger/account.ts'
import { postEntry, readBalance, sumAccount } from '@afara/server/records/ledger/ledger-store.ts'
import { createClearingWorld } from './clearing-world.ts'
import { receivable } from './ledger-accounts.ts'
import type { WorldAccount } from './matching-world.ts'

/** Extends the clearing world with credits that their banks recall. */
export async function createTakingBackWorld() {
  const world = await createClearingWorld()
  const { owner, worker, clock } = world

  const inSuspense = async () => (await sumAccount(worker, 'test', suspense, 'NGN')).minor
  const owedBy = async (businessId: string) =>
    (await sumAccount(worker, 'test', receivable(businessId), 'NGN')).minor
  const heldBy = async (buy: string) => (await readBalance(worker, 'test', held(buy), 'NGN')).minor
  const stateOf = async ({ id }: WorldAccount) =>
    (await owner.query<{ state: string }>('select state from vendor_account where id = $1', [id])).rows[0]
      ?.state

  /** Executes the decisions that operators make through cases. */
  const decide = async (call: string, values: readonly string[]) =>
    (await owner.query<{ done: boolean }>(`select ${call} as done`, [...values, clock.now()])).rows[0]?.done
  const takeBack = async (debitId: string, creditId: string) =>
    decide('take_back_credit($1, $2, $3)', [debitId, creditId])
  const placeLien = async (lineId: string) =>
    decide(`place_lien($1, null, 'system:test', 'the police asked', $2) is not null`, [lineId])
  const liftLien = async (lineId: string) =>
    decide(`lift_lien($1, 'system:test', 'the police let go', $2)`, [lineId])

  /** A debit by which the bank recalls a payment. */
  const undoing = (account: WorldAccount, paid: BankLine, more: Partial<BankLine> = {}): BankLine => {
    const { sessionId: _, ...debit } = world.paymentOf(account, paid.grossMinor, {}, 'RECALL')
    return {
      ...debit,
      direction: 'debit',
      kind: 'recall',
      settledMinor: paid.settledMinor,
      externalId: `${paid.externalId}:reversed`,
      undoesExternalId: paid.externalId,
      ...more,
    }
  }

  /** Creates a buy that is paid and matched, on its own account. */
  const paidBuy = async (amount = 20_000, more: Partial<BankLine> = {}) => {
    const [shop, account] = [await world.openBusiness(), await world.openAccount()]
    const buy = await world.claim(shop, account, amount)
    const credit = { ...world.paymentOf(account, BigInt(amount) * 100n, account.payer), ...more }
    const [lineId = ''] = await world.record(account, [credit])
    const { allocated } = await world.match(account)
    if (allocated !== 1) throw new Error(`${allocated} credits were allocated instead of one`)
    return { shop, account, buy, credit, lineId }
  }

  /** Moves the buy as screening and sending would. */
  const move = async (buy: string, ...events: readonly string[]): Promise<void> => {
    for (const event of events) {
      const { rowCount } = await owner.query(
        `with screened as (
           insert into screening_result (id, mode, transaction_id, subjects, hits, at)
           select gen_random_uuid(), 'test', $1, '[]', '[]', $3 where $2 = 'checks_passed')
         select from transaction t, move_transaction(t.id, t.version, $2, '{}', $3, null) where t.id = $1`,
        [buy, event, clock.now()],
      )
      if (rowCount !== 1) throw new Error(`the buy did not move: ${event}`)
    }
  }

  const post = async (buy: string, postings: Posting[]): Promise<void> => {
    await postEntry(owner, {
      id: newId(),
      mode: 'test',
      transactionId: buy,
      step: 'test',
      at: clock.now(),
      postings,
    })
  }

  return {
    ...world,
    /** Throws if a check finds anything. */
    requireSound: async (): Promise<void> => {
      const found = await world.findings()
      if (found.length > 0) throw new Error(JSON.stringify(found))
    },
    inSuspense,
    owedBy,
    heldBy,
    stateOf,
    takeBack,
    placeLien,
    liftLien,
    undoing,
    paidBuy,
    move,
    post,
  }
}
