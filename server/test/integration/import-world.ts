import { hireOperator, softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { type BankUnderTest, createBankUnderTest } from '../../../simulators/test/bank-under-test.ts'
import { importStatement } from '../../src/flows/credits/import-statement.ts'
import { formatId } from '../../src/kernel/ids/ids.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import { recordLines } from '../../src/movements/credits/bank-line-store.ts'
import type { BankLine } from '../../src/movements/feeds/bank-line.ts'
import { openVendorAccount } from '../../src/records/banks/manage-vendor-accounts.ts'
import { runChecks } from '../../src/records/ledger/check-store.ts'
import { wireStatementFormats } from '../../src/wire/wire-vendors.ts'
import { type Booked, readTruth } from '../booked-lines.ts'

export const formats = wireStatementFormats()
const people = { actor: 'bisi@afara.test', approver: 'chidi@afara.test', reason: 'a test' }
const ada = { account_number: '0123456789', name: 'OKAFOR ADA', bank: 'GTB' }
export const DAY = { from: '2026-11-03', to: '2026-11-03' }

/** Creates a database with two operators. A test opens its own bank and its own account with `openBank`. */
export async function createImportWorld() {
  const database = await createTestDatabase()
  const pool = createPool(database.url('afara_owner'), { max: 4, applicationName: 'test' })
  const worker = createPool(database.url('afara_worker'), { max: 1, applicationName: 'test' })
  const [operator, second] = await Promise.all(
    [people.actor, people.approver].map(async (email) =>
      hireOperator(pool, { email, name: 'Somebody', actor: 'system:test', reason: 'a test' }),
    ),
  )
  const clock = { now: () => new Date('2026-11-15T12:00:00Z') }
  let bank: BankUnderTest
  let accountId: string
  let number = ''
  let opened = 0

  const print = async (profile: string, { from, to } = DAY, of = number): Promise<Buffer> => {
    const url = `/admin/accounts/${of}/statement?from=${from}&to=${to}&profile=${profile}`
    return Buffer.from((await bank.ask({ url })).body)
  }

  const bring = async (
    profile: string,
    days = DAY,
    more: { file?: Buffer; days?: typeof DAY | undefined } = {},
  ) => {
    const file = more.file ?? (await print(profile, days))
    return importStatement(
      { pool, clock, formats, signing: softwareSigning() },
      {
        accountId: formatId('vendorAccount', accountId),
        profile,
        file,
        operatorId: operator?.id ?? '',
        reason: 'the books of the day',
        days: 'days' in more ? more.days : days,
      },
    )
  }

  const pay = async (...payments: Record<string, unknown>[]): Promise<void> => {
    await bank.pay(
      ...payments.map((payment) => ({ account: number, amount: '50000.37', payer: ada, ...payment })),
    )
  }

  /** Records the credits that a feed would report. */
  const feed = async (sees: (line: Booked, place: number) => boolean = () => true): Promise<void> => {
    const { body } = await bank.ask({ url: `/admin/truth?account=${number}` })
    const credits = readTruth(body).filter(({ direction }) => direction === 'credit')
    const lines = credits.filter(sees).map(
      (line): BankLine => ({
        externalId: line.id,
        accountNumber: number,
        direction: 'credit',
        kind: 'payment',
        grossMinor: line.minor,
        settledMinor: line.minor,
        bookedAt: new Date(`${line.day}T10:00:00+01:00`),
        valueDate: line.day,
        ...(line.shownSessionId === null ? {} : { sessionId: line.shownSessionId }),
        payer: { accountNumber: line.payer.account_number, name: line.payer.name },
        narration: 'as the feed says it',
        raw: {},
      }),
    )
    await recordLines(pool, {
      accountId,
      source: 'providus',
      lines,
      unreadable: [],
      cursor: undefined,
      at: clock.now(),
    })
  }

  const count = async (what: 'bank_line' | 'credit_fund' | 'import_run'): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${what} where vendor_account_id = $1`,
      [accountId],
    )
    return rows[0]?.count ?? 0
  }

  return {
    pool,
    worker,
    clock,
    operator,
    second,
    /** Starts a bank with one account of ours. `pay`, `print`, `bring`, `feed` and `count` then use this account. */
    openBank: async () => {
      bank = await createBankUnderTest({ stoppedAt: '2026-11-03T09:00:00Z' })
      opened += 1
      number = String(9_000_000_000 + opened)
      await bank.admin('POST', '/accounts', { number, vendor: 'providus' })
      const { account } = await openVendorAccount(pool, {
        mode: 'test',
        name: 'TEST Afara',
        accountNumber: number,
        ...people,
      })
      accountId = account.id
      return { bank, accountId, number }
    },
    bring,
    print,
    pay,
    feed,
    count,
    /** Throws if a check finds anything. */
    requireSound: async (): Promise<void> => {
      const found = (await runChecks(worker)).findings
      if (found.length > 0) throw new Error(JSON.stringify(found))
    },
    close: async () => {
      await pool.end()
      await worker.end()
      await database.drop()
    },
  }
}
