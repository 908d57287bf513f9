import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createBankLineWorld, creditLine, type TestAccount } from '../../../test/bank-line-world.ts'
import type { BankLine, Payer } from '../feeds/bank-line.ts'
import { recordLines } from './bank-line-store.ts'

const world = await createBankLineWorld()
afterAll(world.close)

/** A real payment, and which parts of it the account's feed and the bank's statement show. */
type Payment = Readonly<{
  gross: bigint
  hasFee: boolean
  day: number
  payer: number
  /** Days after which the bank takes the payment back. */
  takenBackAfter: number | undefined
  /** We also paid out the same amount. Only the statement shows it. */
  hasOutward: boolean
  feed: Readonly<{ digits: 'number' | 'mask' | 'mask first' | 'none'; hasName: boolean; isLate: boolean }>
  statement: Readonly<{ session: 'full' | 'cut' | 'none'; hasName: boolean; valueLater: number }>
}>

type Told = Readonly<{ source: 'feed' | 'statement'; lines: readonly BankLine[] }>

const FEE = 15_00n
const SEEN_BY_FEED = 15
const names = ['EZE SADIQ GRACE', 'MUSA SADIQ', 'OKAFOR EMEKA GRACE', 'IBRAHIM EMEKA', 'NWOSU BISI']

const payment = fc.record<Payment>({
  // One of these amounts minus its fee equals the other amount.
  gross: fc.constantFrom(15_000_00n, 14_985_00n),
  hasFee: fc.boolean(),
  day: fc.integer({ min: 10, max: 12 }),
  payer: fc.nat(names.length - 1),
  takenBackAfter: fc.constantFrom(undefined, undefined, 0, 1),
  hasOutward: fc.constantFrom(false, false, false, true),
  feed: fc.record({
    digits: fc.constantFrom('number', 'mask', 'mask first', 'none'),
    hasName: fc.boolean(),
    isLate: fc.boolean(),
  }),
  statement: fc.record({
    session: fc.constantFrom('full', 'full', 'cut', 'none'),
    hasName: fc.boolean(),
    valueLater: fc.constantFrom(0, 0, 1, 3),
  }),
})

const days = fc.array(payment, { minLength: 2, maxLength: 6 }).chain((payments) => {
  const told = [...byFeed(payments), ...byStatement(payments)]
  return fc.record({
    payments: fc.constant(payments),
    order: fc.shuffledSubarray(told, { minLength: told.length, maxLength: told.length }),
    /** After this many turns all remaining credits are blocked by a case. */
    heldAfter: fc.integer({ min: 0, max: 2 * told.length }),
  })
})

test('a recall that two sources report for two equal payments is recorded once, and the feed’s readings are exchanged', async () => {
  const account = await world.openAccount()
  await world.tell(account, 'statement', printed(0), printed(1))
  await world.tell(account, 'feed', creditLine('f0', { payer: {} }), creditLine('f1', { payer: {} }))
  const [beside, other] = await besideFeed(account, 'f0')
  await world.tell(account, 'statement', goneFromStatement(other))
  await world.tell(account, 'feed', reversed(creditLine('f0', { payer: {} })))
  expect(await seenTogether(account)).toEqual(
    [`f0 s${other}`, `f0:reversed s${other}:gone`, `f1 s${beside}`].toSorted(),
  )
  expect(await casesOf(account)).toEqual([])
})

test('if the feed’s readings cannot be exchanged, operators decide about the credit that the feed reports as recalled', async () => {
  const account = await world.openAccount()
  await world.tell(account, 'statement', printed(0), printed(1))
  await world.tell(account, 'feed', creditLine('f0', { payer: {} }))
  // This reading reports a fee, which is booked on its line.
  await world.tell(
    account,
    'feed',
    creditLine('f1', { grossMinor: 50_015_00n, settledMinor: 50_000_00n, payer: {} }),
  )
  const [beside, other] = await besideFeed(account, 'f0')
  await world.tell(account, 'statement', goneFromStatement(other))
  await world.tell(account, 'feed', reversed(creditLine('f0', { payer: {} })))
  expect(await seenTogether(account)).toEqual(
    [`f0 s${beside}`, `f0:reversed s${other}:gone`, `f1 s${other}`].toSorted(),
  )
  expect(await casesOf(account)).toEqual(['recall'])
})

test('an equal paid amount proves nothing if another amount settled: the line is new and waits for a person', async () => {
  const account = await world.openAccount()
  const fed = creditLine('f0', { grossMinor: 50_000_00n, settledMinor: 49_985_00n })
  await world.tell(account, 'statement', creditLine('s0'))
  await world.tell(account, 'feed', fed)
  expect(await seenTogether(account)).toEqual(['f0', 's0'])
  expect(await casesOf(account)).toEqual(['duplicate'])
  await world.tell(account, 'statement', creditLine('s1', { grossMinor: 49_985_00n }))
  expect(await seenTogether(account)).toEqual(['f0 s1', 's0'])
})

test('a reading that moves to another line takes along what its source later reported about the payer', async () => {
  const account = await world.openAccount()
  await world.tell(account, 'statement', printed(1))
  await world.tell(account, 'feed', creditLine('f0', { payer: {} }))
  await world.tell(account, 'feed', creditLine('f0'))
  await world.tell(account, 'feed', creditLine('f1', { sessionId: sessionOf(1), payer: {} }))
  expect(await seenTogether(account)).toEqual(['f0', 'f1 s1'])
  const { rows } = await world.worker.query(
    `select f.payer_account_number as number, f.payer_name as name from credit_fund f join bank_line_sighting s on s.line_id = f.line_id
     where s.vendor_account_id = $1 and s.external_id = 'f0'`,
    [account.id],
  )
  expect(rows).toEqual([{ number: '0123456789', name: 'ADA OBI' }])
  expect(await world.findings()).toEqual([])
})

test('equal payments, some with a fee and some recalled, are each recorded once in whatever order they are reported', async () => {
  await fc.assert(
    fc.asyncProperty(days, async ({ payments, order, heldAfter }) => {
      const account = await world.openAccount()
      for (const [turn, told] of order.entries()) {
        if (turn === heldAfter) await hold(account)
        await tell(account, told, turn)
      }
      expect(await linesOf(account)).toEqual(truthOf(payments))
      // Every day is reported again and changes nothing.
      for (const [turn, told] of order.entries()) await tell(account, told, order.length + turn)
      expect(await linesOf(account)).toEqual(truthOf(payments))
    }),
    { numRuns: 60, seed: 904122 },
  )
  expect(await world.findings()).toEqual([])
})

/** A row that shows only its session id. */
function printed(index: number): BankLine {
  return creditLine(`s${index}`, { payer: {}, sessionId: sessionOf(index), bookedAt: midnightOf(10) })
}

function goneFromStatement(index: number): BankLine {
  const narration = `RVSL ${sessionOf(index)}`
  return creditLine(`s${index}:gone`, { direction: 'debit', kind: 'reversal', payer: {}, narration })
}

/** Returns the statement row to which a feed's reading is assigned, and the other row. */
async function besideFeed(account: TestAccount, externalId: string): Promise<[number, number]> {
  const isFirst = (await seenTogether(account)).includes(`${externalId} s0`)
  return isFirst ? [0, 1] : [1, 0]
}

async function seenTogether({ id }: TestAccount): Promise<string[]> {
  const { rows } = await world.worker.query<{ seen: string }>(
    `select string_agg(external_id, ' ' order by source) as seen from bank_line_sighting where vendor_account_id = $1 group by line_id`,
    [id],
  )
  return rows.map(({ seen }) => seen).toSorted()
}

async function casesOf({ id }: TestAccount): Promise<string[]> {
  const { rows } = await world.worker.query<{ kind: string }>(
    `select kind from case_file where vendor_account_id = $1 and state <> 'resolved'`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

async function hold({ id }: TestAccount): Promise<void> {
  await world.owner.query(
    `update credit_fund f set blocked_by = open_case(uuidv7(), f.mode, 'unmatched', f.vendor_account_id, f.line_id, null, null,
       'nobody asks for it', '{}', '{"action":"keep"}', now(), now()) where f.vendor_account_id = $1 and f.blocked_by is null`,
    [id],
  )
}

async function tell(account: TestAccount, { source, lines }: Told, turn: number): Promise<void> {
  await recordLines(world.worker, {
    accountId: account.id,
    source,
    lines: lines.map((line) => ({ ...line, accountNumber: account.accountNumber })),
    unreadable: [],
    cursor: undefined,
    at: new Date(Date.parse('2026-11-15T12:00:00Z') + turn * 1_000),
  })
}

/** A vendor reports each payment separately and at any time. It reports a recall together with the payment or later. */
function byFeed(payments: readonly Payment[]): Told[] {
  return payments.flatMap((paid, index) => {
    const credit = feedCredit(paid, index, paid.feed.digits === 'number')
    const full = feedCredit(paid, index, paid.feed.digits !== 'mask')
    const gone = paid.takenBackAfter === undefined ? [] : [reversed(credit)]
    const told = paid.feed.isLate ? [[credit], [full, ...gone]] : [[credit, ...gone], [full]]
    return told.map((lines) => ({ source: 'feed', lines }))
  })
}

function feedCredit(paid: Payment, index: number, isFull: boolean): BankLine {
  return creditLine(`f${index}`, {
    grossMinor: paid.gross,
    settledMinor: settledOf(paid),
    bookedAt: new Date(`2026-11-${paid.day}T09:00:0${index}Z`),
    valueDate: `2026-11-${paid.day}`,
    payer: {
      ...(paid.feed.digits !== 'none' && digitsOf(paid.payer, isFull)),
      ...(paid.feed.hasName && { name: names[paid.payer] ?? '' }),
    },
    narration: '',
  })
}

function digitsOf(payer: number, isFull: boolean): Payer {
  return isFull
    ? { accountNumber: `01234567${payer}9`, bankCode: '000013' }
    : { accountMask: `******67${payer}9` }
}

function reversed(line: BankLine): BankLine {
  return {
    ...line,
    externalId: `${line.externalId}:reversed`,
    direction: 'debit',
    kind: 'reversal',
    grossMinor: line.settledMinor,
    bookedAt: new Date(`2026-11-${SEEN_BY_FEED}T12:00:00Z`),
    valueDate: `2026-11-${SEEN_BY_FEED}`,
    undoesExternalId: line.externalId,
  }
}

/** The bank prints one day at a time. */
function byStatement(payments: readonly Payment[]): Told[] {
  const rows = payments.flatMap((paid, index) => [
    { day: paid.day, line: printedCredit(paid, index) },
    ...(paid.takenBackAfter === undefined
      ? []
      : [{ day: paid.day + paid.takenBackAfter, line: printedDebit(paid, index, 'reversal') }]),
    ...(paid.hasOutward ? [{ day: paid.day, line: printedDebit(paid, index, 'unclear') }] : []),
  ])
  return [...Map.groupBy(rows, ({ day }) => day).values()].map((printed) => ({
    source: 'statement',
    lines: printed.map(({ line }) => line),
  }))
}

function printedCredit(paid: Payment, index: number): BankLine {
  const { session, hasName, valueLater } = paid.statement
  const settledMinor = settledOf(paid)
  return creditLine(`s${index}`, {
    grossMinor: settledMinor,
    settledMinor,
    bookedAt: midnightOf(paid.day),
    valueDate: `2026-11-${paid.day + valueLater}`,
    ...(session !== 'none' && { sessionId: session === 'full' ? sessionOf(index) : cut(sessionOf(index)) }),
    payer: hasName ? { name: names[paid.payer] ?? '' } : {},
    narration: '',
  })
}

function printedDebit(paid: Payment, index: number, kind: 'reversal' | 'unclear'): BankLine {
  const day = paid.day + (kind === 'reversal' ? (paid.takenBackAfter ?? 0) : 0)
  return creditLine(`s${index}:${kind}`, {
    direction: 'debit',
    kind,
    grossMinor: settledOf(paid),
    bookedAt: midnightOf(day),
    valueDate: `2026-11-${day}`,
    sessionId: sessionOf(index + (kind === 'reversal' ? 100 : 200)),
    payer: {},
    narration: kind === 'reversal' ? `RVSL NIP/${names[paid.payer]}/${sessionOf(index)}` : 'NIP CR/MOB',
  })
}

function settledOf({ gross, hasFee }: Payment): bigint {
  return hasFee ? gross - FEE : gross
}

function midnightOf(day: number): Date {
  return new Date(`2026-11-${String(day - 1).padStart(2, '0')}T23:00:00Z`)
}

function sessionOf(index: number): string {
  return `000013261110100000${String(index).padStart(12, '0')}`
}

/** Removes leading zeros, as a spreadsheet does. */
function cut(digits: string): string {
  return digits.replace(/^0+/, '')
}

function truthOf(payments: readonly Payment[]): string[] {
  return payments
    .flatMap((paid) => [
      `credit ${paid.gross}/${settledOf(paid)}`,
      ...(paid.takenBackAfter === undefined ? [] : [`debit ${settledOf(paid)}/${settledOf(paid)}`]),
      ...(paid.hasOutward ? [`debit ${settledOf(paid)}/${settledOf(paid)}`] : []),
    ])
    .toSorted()
}

async function linesOf({ id }: TestAccount): Promise<string[]> {
  const { rows } = await world.worker.query<{ line: string }>(
    `select format('%s %s/%s', l.direction, l.gross_minor::numeric + coalesce(f.fee_minor::numeric, 0), l.settled_minor) as line
     from bank_line l left join bank_line_fee f on f.line_id = l.id where l.vendor_account_id = $1`,
    [id],
  )
  return rows.map(({ line }) => line).toSorted()
}
