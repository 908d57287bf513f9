import { afterAll, expect, test } from 'vitest'
import { createBankLineWorld, creditLine } from '../../../test/bank-line-world.ts'
import { createManualClock } from '../../../test/manual-clock.ts'
import { createReconciler } from '../../../test/reconcile-world.ts'
import type { BankFeed, Reread } from '../../movements/feeds/bank-feed.ts'
import type { BankLine } from '../../movements/feeds/bank-line.ts'

/** A bank that knows these lines, and has no list. */
const known = new Map<string, BankLine>()
let isDown = false
let asked = 0
const bank: BankFeed = {
  vendor: 'feed',
  source: 'feed',
  readHook: () => ({ kind: 'ignored' }),
  hookReply: () => ({ status: 200, body: {} }),
  reread: async ({ key }): Promise<Reread> => {
    asked += 1
    if (isDown) return { kind: 'unavailable', why: 'it is down' }
    const line = known.get(key)
    return line === undefined ? { kind: 'not_found' } : { kind: 'found', lines: [line], unreadable: [] }
  },
}
const feeds = { live: new Map([['feed', bank]]), test: new Map([['feed', bank]]) }

const world = await createBankLineWorld()
const clock = createManualClock(new Date())
const reconciler = createReconciler({ ...world, clock }, { feeds })
const { look, settle } = reconciler
afterAll(async () => {
  await reconciler.close()
  await world.close()
})

/** Records a credit as if the bank had reported it. */
async function tell(name: string, isReal: boolean, accountOf = world.openAccount()) {
  const account = await accountOf
  const line = creditLine(name, { sessionId: name.replaceAll(/\D/g, '').padStart(30, '7') })
  if (isReal) known.set(name, { ...line, accountNumber: account.accountNumber })
  await world.tell(account, 'feed', line)
  await settle()
  return account
}

async function itemsOf(scope: string): Promise<string> {
  const { rows } = await world.owner.query<{ words: string }>(
    `select state || items::text as words from reconciliation_scope where scope_kind = 'bank_lines' and scope = $1`,
    [scope],
  )
  return rows[0]?.words ?? 'none'
}

async function uuidOf(account: Readonly<{ accountNumber: string }>): Promise<string> {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from vendor_account where account_number = $1',
    [account.accountNumber],
  )
  return rows[0]?.id ?? ''
}

test('a credit that its bank knows agrees, and is asked about once', async () => {
  // The first pass begins with what was recorded within an hour.
  await look()
  const scope = await uuidOf(await tell('real-1', true))
  await look()
  expect(await itemsOf(scope)).toBe('agrees[]')
  const before = asked
  await look()
  expect(asked).toBe(before)
})

test('a credit that its bank does not know is named in the next pass, and its account frozen after two', async () => {
  const account = await tell('invented-2', false)
  const scope = await uuidOf(account)
  await look()
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from bank_line where vendor_account_id = $1',
    [scope],
  )
  expect(await itemsOf(scope)).toContain(rows[0]?.id)
  await look()
  expect(await itemsOf(scope)).toContain('confirmed')
  const frozen = await world.owner.query('select from vendor_account where id = $1 and state = $2', [
    scope,
    'frozen',
  ])
  expect(frozen.rowCount).toBe(1)
})

test('a bank with another amount does not know the credit; a source that we do not read knows nothing', async () => {
  const account = await tell('other-3', true)
  const line = known.get('other-3')
  if (line !== undefined) known.set('other-3', { ...line, grossMinor: line.grossMinor + 1n })
  const second = await world.openAccount()
  await world.tell(second, 'made-up', creditLine('strange-4', { sessionId: '4'.padStart(30, '7') }))
  await settle()
  await look()
  expect(await itemsOf(await uuidOf(account))).toContain('differs')
  expect(await itemsOf(await uuidOf(second))).toContain('not known to made-up')
})

test('a bank that does not answer is asked again, also about a difference that was none', async () => {
  isDown = true
  const account = await tell('slow-5', true)
  const scope = await uuidOf(account)
  await look()
  expect(await itemsOf(scope)).toBe('agrees[]')
  isDown = false
  known.delete('slow-5')
  await look()
  expect(await itemsOf(scope)).toContain('differs')
  known.set('slow-5', { ...creditLine('slow-5', {}), accountNumber: account.accountNumber })
  await look()
  expect(await itemsOf(scope)).toBe('agrees[]')
})

test('credits that a silent bank was not asked about are no difference, however many there are', async () => {
  isDown = true
  const account = await world.openAccount()
  for (let number = 0; number < 50; number += 1)
    await tell(`waiting-6${number}`, true, Promise.resolve(account))
  const scope = await uuidOf(account)
  await look()
  await look()
  expect(await itemsOf(scope)).toBe('agrees[]')
  isDown = false
  await look()
  expect(await itemsOf(scope)).toBe('agrees[]')
  const before = asked
  await look()
  // Only the two unknown credits of the tests above.
  expect(asked - before).toBe(2)
})
