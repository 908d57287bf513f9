import { afterAll, expect, test } from 'vitest'
import { createBankLineWorld, creditLine, type TestAccount } from '../../../test/bank-line-world.ts'

const world = await createBankLineWorld()
const { owner, worker, tell, openAccount, outcomesOf, fundsOf, countLines } = world
afterAll(async () => {
  await world.requireSound()
  await world.close()
})

/** Returns the available amounts of credits that an open case blocks, and the kinds of the account's open cases. */
async function keptOf({ id }: TestAccount) {
  const { rows } = await worker.query<{ kept: string[]; cases: string[] }>(
    `select array(select f.left_minor::text from credit_fund f join case_file k on k.id = f.blocked_by
         where f.vendor_account_id = $1 and k.state = 'open') as kept,
       array(select kind::text from case_file where vendor_account_id = $1 and state = 'open' order by opened_at) as cases`,
    [id],
  )
  return rows[0]
}

const equal = { payer: {}, bookedAt: new Date('2026-11-10T09:00:00Z') }
test.each([
  [['feed 1', 'feed 2', 'statement 1', 'statement 2']],
  [['statement 1', 'statement 2', 'feed 2', 'feed 1']],
  [['feed 1', 'statement 2', 'feed 2', 'statement 1']],
  [['statement 1', 'feed 1', 'feed 1', 'feed 2', 'statement 2', 'statement 1']],
])('two equal payments in one second stay two: %s', async (order) => {
  const account = await openAccount()
  for (const reading of order) {
    const [source = '', id = ''] = reading.split(' ')
    await tell(account, source, creditLine(id, equal))
  }
  expect(await countLines(account)).toBe(2)
  expect((await fundsOf(account)).map(({ left }) => left)).toEqual(['5000000', '5000000'])
})

test('the number overrides the mask, and other sources add to the known payer', async () => {
  const account = await openAccount()
  await tell(account, 'monnify', creditLine('1', { payer: { accountMask: '******6789' } }))
  await tell(
    account,
    'monnify',
    creditLine('1', { payer: { accountNumber: '0123456789', bankCode: '000013' } }),
  )
  await tell(account, 'statement', creditLine('x', { payer: { name: 'OBI ADA CHIKA' } }))
  expect(await fundsOf(account)).toEqual([
    { left: '5000000', number: '0123456789', mask: '******6789', name: 'OBI ADA CHIKA', bank: '000013' },
  ])
})

test('a vendor’s own session id and the session id of the rail may name one payment', async () => {
  const account = await openAccount()
  const sessionId = '000015261110092153987043449737'
  await tell(account, 'statement', creditLine('x', { sessionId }))
  const odd = creditLine('1', { sessionId: '09FG261110092153808XTTGK' })
  expect(await outcomesOf(account, 'providus', odd)).toEqual(['known'])
  const other = creditLine('2', { sessionId: '000015261110092153000000000001' })
  expect(await outcomesOf(account, 'providus', other)).toEqual(['new'])
})

test('a line that is no payment makes nothing available', async () => {
  const account = await openAccount()
  await tell(account, 'statement', creditLine('x', { kind: 'unclear', payer: {} }))
  expect(await fundsOf(account)).toEqual([])
  expect(await keptOf(account)).toEqual({ kept: [], cases: ['unmatched'] })
})

test.each(['unclear', 'own_return', 'reversal'] as const)(
  'a line waits for a person if one source calls it a payment and another source calls it %s, whichever reports first',
  async (kind) => {
    const told = [
      ['providus', creditLine('1')],
      ['statement', creditLine('x', { kind, payer: {} })],
    ] as const
    for (const order of [told, told.toReversed()]) {
      const account = await openAccount()
      for (const [source, line] of order) await tell(account, source, line)
      await tell(account, 'providus', creditLine('1'))
      expect(await countLines(account)).toBe(1)
      expect(await fundsOf(account)).toMatchObject([{ left: '5000000', number: '0123456789' }])
      expect(await keptOf(account)).toEqual({ kept: ['5000000'], cases: ['unmatched'] })
    }
  },
)

test('a source that contradicts itself opens one case', async () => {
  const account = await openAccount()
  await tell(account, 'providus', creditLine('1'))
  await tell(account, 'providus', creditLine('1', { kind: 'unclear' }))
  expect(await keptOf(account)).toEqual({ kept: ['5000000'], cases: ['unmatched'] })
  await owner.query(
    `select close_case(id, '{"action": "dismiss"}', now()) from case_file where vendor_account_id = $1`,
    [account.id],
  )
  await tell(account, 'providus', creditLine('1', { kind: 'unclear' }))
  expect(await keptOf(account)).toEqual({ kept: [], cases: [] })
})

test('a payment and a return of one amount in one page are each matched to their own line', async () => {
  const account = await openAccount()
  const early = new Date('2026-11-09T23:00:00Z')
  await tell(account, 'providus', creditLine('1'))
  await tell(
    account,
    'statement',
    creditLine('r', { kind: 'unclear', payer: {}, bookedAt: early }),
    creditLine('p', { payer: { name: 'ADA OBI' }, bookedAt: new Date('2026-11-10T10:00:00Z') }),
  )
  const other = { accountNumber: '7777777777', name: 'MUSA BELLO' }
  await tell(account, 'providus', creditLine('2', { payer: other }))
  expect(await fundsOf(account)).toHaveLength(2)
  expect(await keptOf(account)).toEqual({ kept: ['5000000'], cases: ['unmatched'] })
  const { rows } = await worker.query(
    'select payer_account_number from credit_fund where vendor_account_id = $1 and blocked_by is null',
    [account.id],
  )
  expect(rows).toEqual([{ payer_account_number: '0123456789' }])
})

const digits = (last: number) => `000013261110100000${String(last).padStart(12, '0')}`
test.each([
  ['one', 1, [1]],
  ['two', 2, [1, 2]],
])('%s: an odd session id does not contradict thirty digits', async (_, count, ids) => {
  const odd = ids.map((id) => creditLine(`f${id}`, { sessionId: `09FG26111010000000${id}XTTGA`, payer: {} }))
  const printed = ids.map((id) => creditLine(`s${id}`, { sessionId: digits(id), payer: {} }))
  for (const order of [['feed', 'statement'] as const, ['statement', 'feed'] as const]) {
    const account = await openAccount()
    for (const source of order) await tell(account, source, ...(source === 'feed' ? odd : printed))
    expect(await countLines(account)).toBe(count)
    expect(await fundsOf(account)).toHaveLength(count)
  }
})

test('two session ids of thirty digits that differ are two payments', async () => {
  const account = await openAccount()
  await tell(account, 'feed', creditLine('1', { sessionId: digits(1), payer: {} }))
  await tell(account, 'statement', creditLine('x', { sessionId: digits(2), payer: {} }))
  expect(await countLines(account)).toBe(2)
})

test.each([
  ['the value date is three days later, over a weekend', '2026-11-16', 0],
  ['a source knows only the value date', '2026-11-16', 3],
])('%s: it is one payment, and equal ones of the next days stay apart', async (_, valueDate, later) => {
  const day = (date: number, hour = '09') => new Date(`2026-11-${date}T${hour}:00:00Z`)
  const friday = creditLine('1', { bookedAt: day(13), valueDate, payer: {} })
  const saturday = creditLine('2', { bookedAt: day(14), valueDate, payer: {} })
  const monday = creditLine('3', { bookedAt: day(16), valueDate: '2026-11-16', payer: {} })
  const printed = [13, 14, 16].map((date) => {
    const on = later === 0 ? date : 16
    return creditLine(`x${date}`, { bookedAt: day(on, '00'), valueDate: `2026-11-${on}`, payer: {} })
  })
  for (const order of [['feed', 'statement'] as const, ['statement', 'feed'] as const]) {
    const account = await openAccount()
    for (const source of order)
      await tell(account, source, ...(source === 'feed' ? [monday, friday, saturday] : printed))
    expect(await countLines(account)).toBe(3)
  }
})

test('hundreds of equal payments of one day are distinguished in seconds', async () => {
  const account = await openAccount()
  const fed = Array.from({ length: 500 }, (_, index) =>
    creditLine(`f${index}`, {
      payer: { name: `PAYER${index} OF RENT` },
      bookedAt: new Date(Date.parse('2026-11-10T09:00:00Z') + index * 1000),
    }),
  )
  const printed = fed.map((line, index) => ({
    ...line,
    externalId: `x${index}`,
    payer: index % 2 === 0 ? line.payer : {},
    bookedAt: new Date('2026-11-09T23:00:00Z'),
  }))
  await tell(account, 'feed', ...fed)
  const began = performance.now()
  expect((await tell(account, 'statement', ...printed)).every(({ outcome }) => outcome === 'known')).toBe(
    true,
  )
  expect(performance.now() - began).toBeLessThan(20_000)
  expect(await countLines(account)).toBe(500)
}, 120_000)

test('an assignment without a session id is undone when the session id arrives', async () => {
  const account = await openAccount()
  await tell(account, 'feed', creditLine('1', { sessionId: 'one', payer: {} }))
  // The row belongs to the second payment, but nothing shows that yet.
  await tell(account, 'statement', creditLine('b', { payer: {} }))
  const [placed] = await tell(account, 'statement', creditLine('a', { sessionId: 'one', payer: {} }))
  expect(placed).toMatchObject({ outcome: 'new' })
  await tell(account, 'feed', creditLine('2', { sessionId: 'two', payer: {} }))
  const { rows } = await worker.query<{ seen: string }>(
    `select string_agg(external_id, ' ' order by source) as seen from bank_line_sighting
     where vendor_account_id = $1 group by line_id order by 1`,
    [account.id],
  )
  expect(rows.map(({ seen }) => seen)).toEqual(['1 a', '2 b'])
  const moves = await worker.query('select from bank_line_move')
  expect(moves.rowCount).toBe(1)
})
