import { randomBytes } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createPool } from '@afara/server/kernel/postgres/pool.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import { recordPoll } from '@afara/server/movements/feeds/bank-account-store.ts'
import type { BankLine, Payer } from '@afara/server/movements/feeds/bank-line.ts'
import { type Judge, matchAccount } from '@afara/server/movements/matching/match-account.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { keepOverdueCases } from '@afara/server/records/cases/case-store.ts'
import { runChecks } from '@afara/server/records/ledger/check-store.ts'
import { acceptBuys, type NewBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import { createTestDatabase, type TestDatabase } from '@afara/stack/postgres/test-database.ts'
import { withFlatFee } from './fee-plans.ts'
import { createManualClock } from './manual-clock.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const LAGOS_MS = 60 * 60 * 1000

export type FullPayer = Readonly<{ accountNumber: string; bankCode: string; name: string }>
/** One of our accounts, and a payer who pays only into it. */
export type WorldAccount = Readonly<{ id: string; number: string; payer: FullPayer }>

export function claimed({ accountNumber, bankCode, name }: FullPayer): NewBuy['payer'] {
  return { accountNumber, bankCode, bankName: bankCode, accountName: name }
}

export function masked({ accountNumber, bankCode, name }: FullPayer): Payer {
  return { accountMask: `******${accountNumber.slice(6)}`, bankCode, name }
}

/** Creates businesses, accounts, buys and payments, on their own or a given database, with a clock that advances only on request. */
export async function createMatchingWorld(given?: TestDatabase) {
  const database = given ?? (await createTestDatabase())
  const superuser = createPool(database.url(), { max: 1, applicationName: 'test' })
  const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
  const worker = createPool(database.url('afara_worker'), { max: 12, applicationName: 'test' })
  const api = createPool(database.url('afara_api'), { max: 12, applicationName: 'test' })
  // Ahead of the database's clock and of commands that use the real time, so that anything they make due is due here.
  const clock = createManualClock(new Date('2036-11-16T09:00:00Z'))
  let names = 0

  const draft = (
    businessId: string,
    account: WorldAccount,
    naira: number,
    more: Partial<NewBuy> = {},
  ): NewBuy => {
    const id = newId()
    const createdAt = clock.now()
    return {
      id,
      businessId,
      mode: 'test',
      reference: `ref-${id}`,
      idempotencyKey: null,
      amount: money('NGN', BigInt(naira) * 100n),
      fee: money('NGN', 0n),
      vendorAccountId: account.id,
      payer: claimed(account.payer),
      wallet: null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 7 * DAY_MS),
      meaning: randomBytes(32),
      ...more,
    }
  }

  const paymentOf = (
    account: WorldAccount,
    amountMinor: bigint,
    payer: Payer,
    narration = 'NIP',
  ): BankLine => {
    const externalId = newId()
    const bookedAt = clock.now()
    return {
      externalId,
      accountNumber: account.number,
      direction: 'credit',
      kind: 'payment',
      grossMinor: amountMinor,
      settledMinor: amountMinor,
      bookedAt,
      valueDate: new Date(bookedAt.getTime() + LAGOS_MS).toISOString().slice(0, 10),
      sessionId: externalId.replaceAll('-', ''),
      payer,
      narration,
      raw: {},
    }
  }

  const record = async (account: WorldAccount, lines: readonly BankLine[]): Promise<string[]> => {
    const told = {
      accountId: account.id,
      source: 'monnify',
      unreadable: [],
      cursor: undefined,
      at: clock.now(),
    }
    const outcomes = await recordLines(worker, { ...told, lines })
    return outcomes.map(({ lineId }) => lineId ?? '')
  }

  return {
    superuser,
    owner,
    ownerUrl: database.url('afara_owner'),
    worker,
    api,
    clock,
    draft,
    paymentOf,
    record,
    /** Opens a business with the default exposure limit of test mode, or with `cap` in naira. */
    openBusiness: async (cap?: number) => {
      names += 1
      const tag = `business-${names}`
      const why = { actor: 'system:test', reason: 'a test' }
      const { id } = await createBusiness(owner, { name: tag, linkTag: tag, ...why })
      if (cap !== undefined) {
        await owner.query(
          `update business_mode set exposure_cap_minor = $2 where business_id = $1 and mode = 'test'`,
          [id, cap * 100],
        )
      }
      return id
    },
    openAccount: async (businessId: string | null = null): Promise<WorldAccount> => {
      names += 1
      const id = newId()
      const number = String(names).padStart(10, '0')
      await owner.query(
        `insert into vendor_account (id, mode, business_id, name, account_number, bank_code, bank_name)
         values ($1, 'test', $2, 'TEST Afara', $3, 'test-bank', 'TEST BANK')`,
        [id, businessId, number],
      )
      const accountNumber = String(1_000_000_000 + ((names * 7_654_321) % 9_000_000_000))
      return { id, number, payer: { accountNumber, bankCode: '000013', name: 'ADAEZE NGOZI OKONKWO' } }
    },
    claim: async (...input: Parameters<typeof draft>): Promise<string> => {
      const buy = draft(...input)
      await withFlatFee(owner, buy, async () => acceptBuys(api, [buy]))
      return buy.id
    },
    /** Records a payment that the bank reports now. */
    pay: async (account: WorldAccount, naira: number, payer: Payer = account.payer, narration?: string) => {
      const [lineId] = await record(account, [paymentOf(account, BigInt(naira) * 100n, payer, narration)])
      return lineId ?? ''
    },
    /** Reads the whole list of the bank now, whatever it shows. */
    readBank: async ({ id }: WorldAccount): Promise<void> => {
      await owner.query(`update vendor_account set feed = 'monnify' where id = $1`, [id])
      const at = clock.now()
      await recordPoll(worker, id, { at, dueAt: at, error: undefined })
    },
    match: async (account: WorldAccount, judge?: Judge) =>
      matchAccount({ pool: worker, clock, ...(judge && { judge }) }, account.id),
    statusOf: async (transactionId: string): Promise<string | undefined> => {
      const { rows } = await owner.query<{ status: string }>('select status from transaction where id = $1', [
        transactionId,
      ])
      return rows[0]?.status
    },
    allocationsOf: async (lineId: string) => {
      const { rows } = await owner.query<{
        transaction_id: string
        amount_minor: string
        evidence: string
        ground: string
      }>(
        'select transaction_id, amount_minor, evidence, ground from allocation where line_id = $1 order by id',
        [lineId],
      )
      return rows
    },
    /** Returns the kinds of open cases about a line or a buy. */
    casesOf: async (id: string): Promise<string[]> => {
      const { rows } = await owner.query<{ kind: string }>(
        `select kind from case_file where (line_id = $1 or transaction_id = $1 or id = (
           select case_id from overdue_transaction where transaction_id = $1)) and state <> 'resolved' order by kind`,
        [id],
      )
      return rows.map(({ kind }) => kind)
    },
    /** Returns the findings of the checks after the worker's sweep, which adds overdue transactions to a case. */
    findings: async () => {
      await keepOverdueCases(worker, new Date())
      return (await runChecks(worker)).findings
    },
    close: async () => {
      await Promise.all([superuser.end(), owner.end(), worker.end(), api.end()])
      await database.drop()
    },
  }
}
