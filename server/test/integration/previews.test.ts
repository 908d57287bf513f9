import { afterAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../src/kernel/ids/ids.ts'
import { enquiryLimits } from '../../src/movements/payouts/name-enquiry-store.ts'
import { createPreviewWorld, type Kind, LANE, paths, payee, type Shop, WALLET } from './preview-world.ts'

const world = await createPreviewWorld()
const { outside, owner, vendor, shops, openShop, bodyOf, send } = world
beforeEach(world.calm)
afterAll(world.close)

async function preview(kind: Kind, shop: Shop, changes: object = {}) {
  const reply = await send(
    `/transactions/v1/${paths[kind]}/preview`,
    shop,
    bodyOf(kind, shop, { ...changes }),
  )
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().preview
}

const codesOf = ({ needs }: { needs: Array<{ code: string }> }) => needs.map(({ code }) => code).toSorted()

/** Returns the content of each table: a preview changes none. */
async function countRows(): Promise<unknown> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'afara'::regnamespace and relkind = 'r' order by 1`,
  )
  // Every request counts for the limits of its key and its business. The request log is written once a second, so a row of an earlier
  // request can arrive during the preview.
  const besides = new Set(['request_window', 'api_key', 'name_enquiry', 'request_log'])
  const counts: Record<string, unknown> = {}
  for (const { name } of rows.filter((row) => !besides.has(row.name))) {
    const found = await owner.query(
      `select count(*)::text || ':' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as state from ${name} t`,
    )
    counts[name] = found.rows[0]?.state
  }
  return counts
}

type Case = readonly [
  sentence: string,
  kind: Kind,
  shop: keyof typeof shops,
  changes: object,
  codes: readonly string[],
]
const cases: readonly Case[] = [
  ['a good buy', 'buy', 'rich', {}, []],
  ['a buy for the balance', 'buy', 'rich', { network: undefined, wallet_address: undefined }, []],
  [
    'a buy without a wallet or a balance',
    'buy',
    'walletless',
    { network: undefined, wallet_address: undefined },
    ['wallet_required'],
  ],
  ['a buy below the minimum', 'buy', 'rich', { amount: 10 }, ['amount_below_minimum']],
  ['a buy into a foreign account', 'buy', 'rich', { vendor_number: '8100000009' }, ['unknown_vendor']],
  ['a sell from a wallet', 'sell', 'rich', {}, []],
  ['a sell from a balance', 'sell', 'rich', { network: undefined, wallet_address: undefined }, []],
  [
    'a sell of more than the balance',
    'sell',
    'poor',
    { network: undefined, wallet_address: undefined },
    ['insufficient_balance'],
  ],
  [
    'a sell from a balance with a key without the scope',
    'sell',
    'seller',
    { network: undefined, wallet_address: undefined },
    ['scope_missing'],
  ],
  [
    'a sell without a balance or a wallet',
    'sell',
    'walletless',
    { network: undefined, wallet_address: undefined },
    ['wallet_required'],
  ],
  ['a sell over the daily limit', 'sell', 'limited', { amount: 20_001 }, ['daily_limit']],
  [
    'a sell on a network without deposits',
    'sell',
    'rich',
    { network: 'Avalanche', wallet_address: WALLET },
    ['deposits_not_open'],
  ],
  ['a sell to another name', 'sell', 'rich', { account_name: 'Musa Bello' }, ['beneficiary_name_mismatch']],
  ['a sell to an unknown bank', 'sell', 'rich', { bank_name: 'Bank of Atlantis' }, ['bank_unknown']],
  ['a withdrawal', 'withdrawal', 'rich', {}, []],
  ['a withdrawal of more than the balance', 'withdrawal', 'poor', {}, ['insufficient_balance']],
  ['a withdrawal over the daily limit', 'withdrawal', 'limited', { amount: 30_000 }, ['daily_limit']],
  [
    'a withdrawal on a network without a lane',
    'withdrawal',
    'rich',
    { network: 'Avalanche', wallet_address: WALLET },
    ['withdrawals_not_open'],
  ],
]

test.each(cases)(
  '%s: the preview answers like the real request, and writes nothing',
  async (_, kind, shop, changes, codes) => {
    const named = { ...changes, reference: `ref-${newId()}` }
    const before = await countRows()
    const seen = await preview(kind, shops[shop], named)
    expect(await countRows()).toEqual(before)
    expect(codesOf(seen)).toEqual(codes)
    expect(seen.ok).toBe(codes.length === 0)
    for (const need of seen.needs) {
      expect(need).toMatchObject({ message: expect.stringMatching(/./), fix: expect.stringMatching(/./) })
    }
    const reply = await send(`/transactions/v1/${paths[kind]}`, shops[shop], bodyOf(kind, shops[shop], named))
    expect(reply.statusCode === 200 ? [] : [reply.json().code]).toEqual(codes)
  },
)

test('all problems are reported together', async () => {
  outside.room = 0n
  outside.name = { outcome: 'not_found' }
  outside.standing = { state: 'down', attempts: 9, successPercent: 0, typicalSeconds: null }
  const seen = await preview('sell', shops.limited, {
    amount: 200_000,
    network: undefined,
    wallet_address: undefined,
  })
  expect(codesOf(seen)).toEqual([
    'bank_down',
    'beneficiary_unknown',
    'daily_limit',
    'insufficient_balance',
    'payouts_short',
  ])
  expect(seen).toMatchObject({ ok: false, amount: 200_000, fee: 0, receives: 200_000 })
})

test('unreadable fields are reported together with all other problems', async () => {
  outside.preflight = async () => ({
    outcome: 'blocked',
    code: 'token_refuses',
    message: 'The token refuses it.',
  })
  const seen = await preview('buy', shops.rich, { amount: 1, bank_name: 'Zenit Bank', vendor_name: 'Nobody' })
  expect(codesOf(seen)).toEqual(['amount_below_minimum', 'bank_unknown', 'token_refuses', 'unknown_vendor'])
  expect(seen.amount).toBeNull()
  const of = (code: string) => seen.needs.find((need: { code: string }) => need.code === code)
  expect(of('bank_unknown').suggestions.length).toBeGreaterThan(0)
  expect(of('amount_below_minimum')).toMatchObject({ field: 'amount', minimum: 15_000 })
  expect(of('token_refuses')).toMatchObject({ field: 'wallet_address' })
})

test('a buy can be previewed before any payment', async () => {
  const nobody = Object.fromEntries(
    [...Object.keys(vendor), ...Object.keys(payee)].map((field) => [field, undefined]),
  )
  expect(await preview('buy', shops.rich, nobody)).toMatchObject({ ok: true, receives: 20_000 })
  const half = await preview('buy', shops.rich, { ...nobody, vendor_number: '8100000001' })
  expect(half.needs.map(({ field }: { field: string }) => field)).toEqual(['vendor_name', 'vendor_bank'])
})

test('a buy above our float or above a limit is reported before naira is paid', async () => {
  expect(codesOf(await preview('buy', shops.rich, { amount: 60_000 }))).toEqual(['delivery_short'])
  expect(codesOf(await preview('buy', shops.limited, { amount: 30_000 }))).toEqual(['daily_limit'])
  const elsewhere = { network: 'Avalanche', wallet_address: WALLET }
  expect(codesOf(await preview('buy', shops.rich, elsewhere))).toContain('delivery_not_open')
})

test('one of our own wallets is refused', async () => {
  expect(codesOf(await preview('withdrawal', shops.rich, { wallet_address: LANE }))).toEqual(['own_wallet'])
})

test('a network that cannot be reached is a warning without a long wait', async () => {
  outside.preflight = async () =>
    new Promise((_, reject) => setTimeout(() => reject(new Error('silent')), 100))
  const seen = await preview('buy', shops.rich)
  expect(seen).toMatchObject({ ok: true, warnings: [{ code: 'wallet_not_asked' }] })
})

test('a silent or slow bank is a warning', async () => {
  outside.name = undefined
  outside.standing = { state: 'slow', attempts: 9, successPercent: 100, typicalSeconds: 90 }
  const seen = await preview('sell', shops.rich)
  expect(seen.ok).toBe(true)
  expect(seen.warnings.map(({ code }: { code: string }) => code)).toEqual(['name_not_asked', 'bank_slow'])
})

test('a name that cannot be compared: the preview says that the sell would wait for a confirmation, and the sell is accepted', async () => {
  const shop = await openShop('unread', { may_hold_balance: true }, 100_000)
  const seen = await preview('sell', shop, { account_name: '张伟' })
  expect(seen.needs).toMatchObject([{ code: 'beneficiary_name_unknown', field: 'account_name' }])
  const reply = await send('/transactions/v1/offramp', shop, bodyOf('sell', shop, { account_name: '张伟' }))
  expect(reply.statusCode).toBe(200)
})

test('previews and sells reveal no names beyond the enquiry limit of a business', async () => {
  const shop = await openShop('curious', { may_hold_balance: true }, 100_000)
  const guess = { account_name: 'Musa Bello' }
  for (let asked = 0; asked < enquiryLimits.minute - 1; asked += 1) {
    expect(codesOf(await preview('sell', shop, guess))).toEqual(['beneficiary_name_mismatch'])
  }
  const real = async () => send('/transactions/v1/offramp', shop, bodyOf('sell', shop, guess))
  expect((await real()).json()).toMatchObject({ code: 'beneficiary_name_mismatch' })
  const seen = await preview('sell', shop, guess)
  expect(seen).toMatchObject({ ok: true, warnings: [{ code: 'name_not_asked' }] })
  expect((await real()).statusCode).toBe(200)
})

test('an accepted request is reported as such, and its reference cannot be used for another', async () => {
  const reference = `ref-${newId()}`
  const reply = await send(
    '/transactions/v1/offramp',
    shops.rich,
    bodyOf('sell', shops.rich, { reference, amount: 500 }),
  )
  expect(reply.statusCode).toBe(200)
  outside.room = 0n
  const same = await preview('sell', shops.rich, { reference, amount: 500 })
  expect(same).toMatchObject({ ok: true, warnings: [{ code: 'already_accepted' }] })
  expect(same.warnings[0].message).toContain(reply.json().transaction.transaction_id)
  outside.room = 10n ** 12n
  const other = await preview('sell', shops.rich, { reference, amount: 501 })
  expect(other.needs).toMatchObject([
    { code: 'reference_conflict', field: 'reference', transaction_id: expect.stringMatching(/^txn_/) },
  ])
})

test('an equal request without a reference is reported as a possible duplicate', async () => {
  await send('/transactions/v1/offramp', shops.rich, bodyOf('sell', shops.rich, { amount: 777 }))
  expect(codesOf(await preview('sell', shops.rich, { amount: 777 }))).toEqual(['possible_duplicate'])
})

test('while everything is frozen, a preview says that nothing would leave', async () => {
  await owner.query(`select place_freeze('business', $1, 'a letter', 'system:test', now())`, [shops.rich.id])
  expect(codesOf(await preview('buy', shops.rich))).toEqual(['delivery_stopped'])
  expect(codesOf(await preview('sell', shops.rich, { reference: 'frozen' }))).toEqual(['payouts_stopped'])
  expect(codesOf(await preview('withdrawal', shops.rich, { reference: 'frozen' }))).toEqual([
    'withdrawals_stopped',
  ])
})

test('another business’s name in the body is refused without being looked up', async () => {
  const reply = await send(
    '/transactions/v1/onramp/preview',
    shops.rich,
    bodyOf('buy', shops.rich, { link_tag: 'poor' }),
  )
  expect(reply.json()).toMatchObject({ code: 'business_mismatch' })
})
