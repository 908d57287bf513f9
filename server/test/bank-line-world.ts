import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { newId } from '../src/kernel/ids/ids.ts'
import { createPool, type Pool } from '../src/kernel/postgres/pool.ts'
import { type LineOutcome, recordLines } from '../src/movements/credits/bank-line-store.ts'
import type { BankLine } from '../src/movements/feeds/bank-line.ts'
import { runChecks } from '../src/records/ledger/check-store.ts'

export type TestAccount = Readonly<{ id: string; accountNumber: string }>

type Fund = Readonly<{
  left: string
  number: string | null
  mask: string | null
  name: string | null
  bank: string | null
}>

export type BankLineWorld = Readonly<{
  superuser: Pool
  owner: Pool
  worker: Pool
  /** Opens a collection account in test mode without any lines. */
  openAccount(): Promise<TestAccount>
  /** Records lines from a source, a second after the last line was booked. */
  tell(account: TestAccount, source: string, ...lines: readonly BankLine[]): Promise<LineOutcome[]>
  /** Records lines like `tell` and returns only their outcomes. */
  outcomesOf(account: TestAccount, source: string, ...lines: readonly BankLine[]): Promise<string[]>
  /** Returns the available amounts of the account's credits, each with its payer. */
  fundsOf(account: TestAccount): Promise<Fund[]>
  countLines(account: TestAccount): Promise<number>
  /** Returns the findings of every check of the schema. */
  findings(): Promise<string[]>
  /** Throws if a check finds anything. */
  requireSound(): Promise<void>
  close(): Promise<void>
}>

/** Creates a test database with collection accounts. */
export async function createBankLineWorld(): Promise<BankLineWorld> {
  const database = await createTestDatabase()
  const superuser = createPool(database.url(), { max: 2, applicationName: 'test' })
  const owner = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
  const worker = createPool(database.url('afara_worker'), { max: 20, applicationName: 'test' })
  let opened = 0
  const tell: BankLineWorld['tell'] = async (account, source, ...lines) =>
    recordLines(worker, {
      accountId: account.id,
      source,
      lines: lines.map((line) => ({ ...line, accountNumber: account.accountNumber })),
      unreadable: [],
      cursor: undefined,
      at: new Date(Math.max(...lines.map(({ bookedAt }) => bookedAt.getTime())) + 1_000),
    })
  const findings = async () =>
    (await runChecks(worker)).findings.map(({ check, subject, problem }) => `${check}: ${subject} ${problem}`)
  return {
    superuser,
    owner,
    worker,
    openAccount: async () => {
      opened += 1
      const account = { id: newId(), accountNumber: String(opened).padStart(10, '0') }
      await owner.query(
        `insert into vendor_account (id, mode, name, account_number, bank_code, bank_name)
         values ($1, 'test', 'TEST Afara', $2, 'test-bank', 'TEST BANK')`,
        [account.id, account.accountNumber],
      )
      return account
    },
    tell,
    outcomesOf: async (account, source, ...lines) =>
      (await tell(account, source, ...lines)).map(({ outcome }) => outcome),
    fundsOf: async ({ id }) => {
      const { rows } = await worker.query<Fund>(
        `select left_minor::text as left, payer_account_number as number, payer_account_mask as mask, payer_name as name,
           payer_bank_code as bank
         from credit_fund where vendor_account_id = $1 order by booked_at, line_id`,
        [id],
      )
      return rows
    },
    countLines: async ({ id }) => {
      const { rows } = await worker.query<{ count: number }>(
        'select count(*)::int as count from bank_line where vendor_account_id = $1',
        [id],
      )
      return rows[0]?.count ?? 0
    },
    findings,
    requireSound: async () => {
      const found = await findings()
      if (found.length > 0) throw new Error(found.join('\n'))
    },
    close: async () => {
      await Promise.all([superuser.end(), owner.end(), worker.end()])
      await database.drop()
    },
  }
}

/** A credit of fifty thousand naira from Ada Obi on 10 November, unless `more` says otherwise. */
export function creditLine(externalId: string, more: Partial<BankLine> = {}): BankLine {
  const grossMinor = more.grossMinor ?? 50_000_00n
  return {
    externalId,
    accountNumber: '',
    direction: 'credit',
    kind: 'payment',
    grossMinor,
    settledMinor: more.settledMinor ?? grossMinor,
    bookedAt: new Date('2026-11-10T09:00:00Z'),
    valueDate: '2026-11-10',
    payer: { accountNumber: '0123456789', name: 'ADA OBI', bankCode: '000013' },
    narration: 'NIP/GTB/ADA OBI',
    raw: { id: externalId },
    ...more,
  }
}

/** A debit, for a reason that the bank may or may not give. */
export function debitLine(externalId: string, more: Partial<BankLine> = {}): BankLine {
  return creditLine(externalId, {
    direction: 'debit',
    kind: 'unclear',
    payer: {},
    narration: 'DEBIT',
    bookedAt: new Date('2026-11-10T11:00:00Z'),
    ...more,
  })
}
