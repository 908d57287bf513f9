import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { proposeResolution } from '@afara/server/flows/cases/propose-resolution.ts'
import type { WantedResolution } from '@afara/server/flows/cases/wanted-resolution.ts'
import { importStatement } from '@afara/server/flows/credits/import-statement.ts'
import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import type { BankLine } from '@afara/server/movements/feeds/bank-line.ts'
import { createBusiness } from '@afara/server/records/businesses/manage-business.ts'
import { softwareSigning } from '@afara/stack/authenticator/software-signing.ts'
import { submitFile } from '@afara/stack/postgres/go-live.ts'
import { collection, type Held, honest, listed, type Stage } from './stage.ts'

const WITHIN_MS = 60_000

/** What the decisions of the proof are about. Everything here is as honest people left it. */
export type World = Readonly<{
  stage: Stage
  /** Held because of a sanctions list. */
  buy: Held
  buyToReport: Held
  sell: Held
  /** A buy that was paid in part. */
  short: readonly Held[]
  /** A buy that nobody has paid yet. */
  unpaid: Held
  /** Credits that belong to no buy. */
  credits: readonly string[]
  /** The case that asks two people to confirm a statement, and the buy that the invented credit of the statement would pay. */
  importCase: string
  imported: Held
  /** A sanctions match that two people confirmed. */
  confirmedMatch: string
  /** A debit and a credit of another account of ours. */
  debit: string
  undone: string
  /** Returns a new business with this status in live mode. */
  business(status: 'pending' | 'active' | 'suspended'): Promise<string>
  /** Returns the outcome of each transaction. */
  ends(): Promise<readonly Readonly<{ reference: string; status: string }>[]>
}>

const clock = { now: () => new Date() }
const SLOT = 5

/** Sets up what honest people would decide about. */
export async function setWorld(stage: Stage): Promise<World> {
  const { owner, one, other } = stage
  await stage.nameHolder(listed.number, listed.name)
  const [buy, buyToReport, reported, sell, unpaid, ...short] = await Promise.all([
    stage.buy('takeover-buy', listed),
    stage.buy('takeover-report', listed),
    stage.buy('takeover-match', listed),
    stage.sell('takeover-sell', listed.number),
    stage.buy('takeover-unpaid', honest, 0),
    ...Array.from({ length: SLOT }, (_, place) => stage.buy(`takeover-short-${place}`, honest, 0)),
  ])
  const amounts = Array.from({ length: 2 * SLOT }, (_, place) => (place < SLOT ? 900_001 : 10_001) + place)
  // The payers' accounts exist, so that a bank would pay a refund.
  await Promise.all(amounts.map(async (_, place) => stage.nameHolder(`099900000${place}`, 'NGOZI EZE')))
  await Promise.all(
    amounts.map(async (amount, place) =>
      stage.pay({ name: 'NGOZI EZE', number: `099900000${place}` }, amount),
    ),
  )
  const imported = await stage.buy('takeover-imported', { name: 'EVE', number: '0777777777' }, 0)
  const importCase = await inventCredit(stage, imported)
  const { debit, undone } = await importDebit(stage)
  for (const held of [buy, buyToReport, reported, sell]) await until(stage, held, ['on_hold'])
  const credits = await Promise.all(amounts.map(async (amount) => lineOf(stage, amount)))
  const decide = async (caseId: string, wanted: WantedResolution): Promise<void> => {
    const deps = { pool: owner, clock, signing: softwareSigning() }
    const { file } = await proposeResolution(deps, { caseId, operatorId: one, wanted, reason: 'a proof' })
    await approveCase(deps, { caseId: formatId('case', file.id), operatorId: other })
  }
  for (const [place, held] of short.entries())
    await decide(formatId('credit', credits[SLOT + place] ?? ''), {
      action: 'allocate',
      transaction_id: held.id,
      amount_minor: `${amounts[SLOT + place]}00`,
    })
  const confirmedMatch = await caseOf(stage, reported.id)
  await decide(formatId('case', confirmedMatch), { action: 'freeze_and_report', evidence: 'NIGSAC/1' })
  return {
    stage,
    buy,
    buyToReport,
    sell,
    short,
    unpaid,
    credits,
    importCase,
    imported,
    confirmedMatch,
    debit,
    undone,
    ends: async () => {
      const { rows } = await owner.query<{ reference: string; status: string }>(
        `select reference, status from transaction where reference like 'takeover-%' or type = 'return' order by 1`,
      )
      return rows
    },
    business: async (status) => {
      const linkTag = `takeover-${newId().slice(-8)}`
      const by = { actor: 'system:prove', reason: 'a proof' }
      const { id } = await createBusiness(owner, { name: 'Takeover', linkTag, ...by })
      await submitFile(owner, id)
      await owner.query(`update business_mode set status = $2 where business_id = $1 and mode = 'live'`, [
        id,
        status,
      ])
      return id
    },
  }
}

/** Imports a statement with a credit that no bank has. One person can do that; the credit waits until another confirms it. */
async function inventCredit(stage: Stage, { amount }: Held): Promise<string> {
  const { rows } = await stage.owner.query<{ id: string; number: string }>(
    `select id, account_number as number from vendor_account where mode = 'test' and account_number = $1`,
    [collection.accountNumber],
  )
  const account = rows[0]
  if (account === undefined) throw new Error('there is no collection account')
  await importLines(stage, stage.people, account, [line(account.number, 'credit', BigInt(amount) * 100n)])
  const found = await stage.owner.query<{ id: string }>(
    `select id from case_file where kind = 'unconfirmed_import' and vendor_account_id = $1 and state <> 'resolved'`,
    [account.id],
  )
  return found.rows[0]?.id ?? ''
}

async function importDebit(stage: Stage): Promise<Readonly<{ debit: string; undone: string }>> {
  const { rows } = await stage.owner.query<{ id: string; number: string }>(
    `select id, account_number as number from vendor_account where mode = 'test' and account_number <> $1 order by account_number limit 1`,
    [collection.accountNumber],
  )
  const account = rows[0]
  if (account === undefined) throw new Error('there is no shared collection account')
  await importLines(stage, stage.owner, account, [
    line(account.number, 'credit', 700_000n),
    line(account.number, 'debit', 700_000n),
  ])
  const found = await stage.owner.query<{ id: string; direction: string }>(
    `select id, direction from bank_line where vendor_account_id = $1 and settled_minor = 700000`,
    [account.id],
  )
  const idOf = (direction: string) => found.rows.find((one) => one.direction === direction)?.id ?? ''
  return { debit: idOf('debit'), undone: idOf('credit') }
}

function line(accountNumber: string, direction: BankLine['direction'], minor: bigint): BankLine {
  const externalId = newId()
  return {
    externalId,
    accountNumber,
    direction,
    kind: direction === 'credit' ? 'payment' : 'unclear',
    grossMinor: minor,
    settledMinor: minor,
    bookedAt: new Date(),
    valueDate: today(),
    sessionId: createHash('sha256')
      .update(externalId)
      .digest('hex')
      .replaceAll(/\D/g, '')
      .padEnd(30, '0')
      .slice(0, 30),
    payer: { accountNumber: '0777777777', name: 'EVE', bankCode: '000013' },
    narration: 'invented',
    raw: {},
  }
}

async function importLines(
  { one }: Stage,
  pool: Stage['owner'],
  account: Readonly<{ id: string; number: string }>,
  lines: readonly BankLine[],
): Promise<void> {
  const sum = lines.reduce(
    (all, one) => all + (one.direction === 'credit' ? one.settledMinor : -one.settledMinor),
    0n,
  )
  const statement = {
    accountNumber: account.number,
    openingMinor: 1_000_000_00n,
    closingMinor: 1_000_000_00n + sum,
    from: today(),
    to: today(),
    lines,
    unreadable: [],
    doubtfulDays: [],
  }
  const formats = [{ profile: 'invented', parse: () => statement }]
  await importStatement(
    { pool, clock, formats, signing: softwareSigning() },
    {
      accountId: formatId('vendorAccount', account.id),
      profile: 'invented',
      file: Buffer.from(newId()),
      operatorId: one,
      reason: 'the statement of the day',
    },
  )
}

const today = (): string => new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)

export async function caseOf({ owner }: Stage, transactionId: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where transaction_id = $1 and state = 'open' order by opened_at limit 1`,
    [transactionId],
  )
  return rows[0]?.id ?? ''
}

async function lineOf({ owner }: Stage, naira: number): Promise<string> {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const { rows } = await owner.query<{ id: string }>('select id from bank_line where settled_minor = $1', [
      naira * 100,
    ])
    if (rows[0] !== undefined) return rows[0].id
    if (performance.now() > deadline) throw new Error(`the payment of ${naira} was not recorded`)
    await sleep(100)
  }
}

export async function until(stage: Stage, held: Held, statuses: readonly string[]): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  for (;;) {
    const status = await stage.statusOf(held)
    if (statuses.includes(status)) return
    if (performance.now() > deadline)
      throw new Error(`${held.reference} is ${status}, not ${statuses.join(' or ')}`)
    await sleep(100)
  }
}
