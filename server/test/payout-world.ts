import { randomBytes } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { business, capital, posting } from '@afara/server/records/ledger/account.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { acceptSells } from '@afara/server/records/transactions/accepting/sell-store.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { withFlatFee } from './fee-plans.ts'
import { createManualClock } from './manual-clock.ts'
import { createPayoutDesk } from './payout-desk.ts'

const BANK = '000013'

/** Creates cleared sells, payout accounts that can pay them, and a payer with scripted vendors. */
export async function createPayoutWorld() {
  const database = await createTestDatabase()
  const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
  const worker = createPool(database.url('afara_worker'), { max: 8, applicationName: 'test' })
  // Ahead of the database's clock, so that anything the database makes due is due for a round.
  const clock = createManualClock(new Date('2036-11-16T09:00:00Z'))
  const why = { actor: 'system:test', reason: 'a test' }
  const businessId = (await createBusiness(owner, { name: 'Ada Foods', linkTag: 'ada', ...why })).id
  await postEntry(owner, {
    id: newId(),
    mode: 'test',
    transactionId: null,
    step: 'test',
    at: clock.now(),
    postings: [posting(capital, business(businessId), money('NGNC', 1_000_000_000_00n))],
  })
  const desk = createPayoutDesk({ owner, worker, clock })
  const { payer } = desk
  /** Without the checks that this world cannot satisfy: the sells are not screened, and freezes are lifted directly. */
  const findings = async () =>
    (await runChecks(worker)).findings.filter(
      ({ check }) => check !== 'check_sells' && check !== 'check_freezes',
    )
  const one = async <T>(text: string, values: unknown[]): Promise<T> => {
    const { rows } = await owner.query<{ value: T }>(text, values)
    return rows[0]?.value as T
  }

  return {
    ownerUrl: database.url('afara_owner'),
    owner,
    worker,
    clock,
    businessId,
    ...desk,
    bank: BANK,
    close: async () => {
      await Promise.all([owner.end(), worker.end()])
      await database.drop()
    },
    /** Creates cleared sells that wait for their payout. Each is one naira larger than the previous one and includes a fee of one naira. */
    clear: async (
      count: number,
      naira = 1_000,
      { seller = businessId, reference }: Readonly<{ seller?: string; reference?: string }> = {},
    ): Promise<string[]> => {
      const at = clock.now()
      const ids = Array.from({ length: count }, () => newId())
      const fee = money('NGNC', 100n)
      const answers = await withFlatFee(owner, { businessId: seller, fee }, async () =>
        acceptSells(
          owner,
          ids.map((id, made) => ({
            id,
            businessId: seller,
            mode: 'test',
            reference: reference ?? `ref-${id}`,
            idempotencyKey: null,
            amount: money('NGNC', BigInt(naira + made) * 100n),
            fee,
            payee: {
              bankCode: BANK,
              bankName: 'GTBank',
              accountNumber: '0123456789',
              accountName: 'ADA OBI',
            },
            wallet: null,
            depositAddress: null,
            createdAt: at,
            expiresAt: undefined,
            guardSince: undefined,
            meaning: randomBytes(32),
          })),
        ),
      )
      for (const { outcome } of answers) if (outcome !== 'accepted') throw new Error(outcome)
      for (const [made, id] of ids.entries()) {
        await owner.query(
          `select move_transaction(id, version, 'checks_passed', '{}', $2, null) from transaction where id = $1`,
          [id, at],
        )
        const account = await one<string | null>(
          `select queue_payout($1, 'payout', $2, '0123456789', 'ADA OBI', $3, $4) as value`,
          [id, BANK, (naira + made - 1) * 100, at],
        )
        if (account === null) throw new Error('no account can pay it')
      }
      return ids
    },
    /** Queues a payout to the same beneficiary again after a dead one. */
    queueAgain: async (transactionId: string) =>
      one<string | null>(
        `select queue_payout(t.id, 'payout', $2, '0123456789', 'ADA OBI', t.amount_minor - 100, $3) as value from transaction t where t.id = $1`,
        [transactionId, BANK, clock.now()],
      ),
    statusOf: async (transactionId: string) =>
      one<string>('select status as value from transaction where id = $1', [transactionId]),
    payoutsOf: async (transactionId: string) => {
      const { rows } = await owner.query<{
        id: string
        account_id: string
        attempt: number
        state: string
        reference: string
        is_dead: boolean
        sent_count: number
        session_id: string | null
      }>(
        `select x.id, x.account_id, x.attempt, x.state, x.reference, x.money_back_at is not null as is_dead, x.sent_count, x.session_id
         from payout x join payout_right r on r.id = x.right_id where r.transaction_id = $1 order by r.leg, x.attempt`,
        [transactionId],
      )
      return rows
    },
    orderOf: payer.read,
    accountState: async (accountId: string) =>
      one<string>('select state as value from payout_account where id = $1', [accountId]),
    casesOf: async (transactionId: string | null) => {
      const { rows } = await owner.query<{ kind: string }>(
        `select kind from case_file where transaction_id is not distinct from $1 and state <> 'resolved' order by kind`,
        [transactionId],
      )
      return rows.map(({ kind }) => kind)
    },
    /** Returns the debits minus the credits of an account in the ledger. */
    booked: async (kind: string, whose: string, asset: string) =>
      BigInt(
        await one<string>(
          `select coalesce(sum(case when debit_kind = $1::account_kind and debit_owner = $2 then amount_minor else 0 end)
             - sum(case when credit_kind = $1::account_kind and credit_owner = $2 then amount_minor else 0 end), 0)::text as value
           from posting where asset = $3::asset and mode = 'test'`,
          [kind, whose, asset],
        ),
      ),
    /** Retires the accounts of earlier tests and resets the scripts to success. */
    retireAccounts: async () => {
      await owner.query(
        `update payout_account set state = 'draining', frozen_because = null, checked_start = pg_postmaster_start_time()
         where state <> 'closed'`,
      )
      payer.sends(() => ({}))
      payer.says(() => undefined)
      payer.isGone(false)
      payer.showsLines(true)
      payer.has(1_000_000_00n)
    },
    /** Marks the payer's journal as compared. */
    markChecked: async (accountId: string) => {
      await owner.query(
        'update payout_account set checked_start = pg_postmaster_start_time(), read_at = $2 where id = $1',
        [accountId, clock.now()],
      )
    },
    casesAbout: async (subject: string) => {
      const { rows } = await owner.query<{ kind: string }>(
        `select kind from case_file where (facts ->> 'subject' = $1 or facts ->> 'account_id' = $1) and state <> 'resolved' order by kind`,
        [subject],
      )
      return rows.map(({ kind }) => kind)
    },
    endLease: async (accountId: string) => {
      await owner.query('update payout_account set lease_until = clock_timestamp() where id = $1', [
        accountId,
      ])
    },
    freeze: async (scope: string, subject: string) => {
      await owner.query(`select place_freeze($1, $2, 'a test', 'system:test', $3)`, [
        scope,
        subject,
        clock.now(),
      ])
    },
    lift: async () => {
      await owner.query(
        `update freeze_order set lifted_by = gen_random_uuid()::text, lifted_reason = 'a test', lifted_at = now() where lifted_at is null`,
      )
      await owner.query('select hasten_payouts($1)', [clock.now()])
    },
    findings,
    /** Throws the first finding of the checks. */
    requireSound: async () => {
      const [first] = await findings()
      if (first !== undefined) throw new Error(`${first.check}: ${first.subject} ${first.problem}`)
    },
  }
}
