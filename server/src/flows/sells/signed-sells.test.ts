import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPayerWorld } from '../../../test/payer-world.ts'
import { createSigningBusiness } from '../../../test/signing-business.ts'
import { formatId, newId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { createPool, type Pool } from '../../kernel/postgres/pool.ts'
import { confirmBatch, insertBatch } from '../../records/batches/batch-store.ts'
import { issueKey } from '../../records/keys/manage-keys.ts'
import {
  acceptBatchSells,
  acceptSells,
  type NewSell,
} from '../../records/transactions/accepting/sell-store.ts'

const SELLS = '/transactions/v1/offramp'
const BATCHES = '/payouts/v1/batches'
const ACCOUNT = '0123456789'
const signing = createSigningBusiness()
let world: Awaited<ReturnType<typeof createPayerWorld>>
let vault: Awaited<ReturnType<typeof world.start>>
let api: Pool
let keyId = ''

beforeAll(async () => {
  world = await createPayerWorld()
  vault = await world.start('signed')
  api = createPool(world.urlOf('afara_api'), { max: 1, applicationName: 'test' })
  // A balance to sell from.
  await world.open(1, 50_000)
  await world.owner.query(
    `select post_entry(uuidv7(), 'test', null, 'test', now(), array['capital']::account_kind[], array[''], array['business']::account_kind[],
       array[$1], array['NGNC']::asset[], array[100000000]::positive_minor[])`,
    [world.businessId],
  )
  const issued = await issueKey(
    { pool: world.owner, cell: 'test1', peppers: new Map([[1, Buffer.alloc(32, 7)]]) },
    {
      business: formatId('business', world.businessId),
      mode: 'test',
      scopes: ['read', 'sell', 'payouts'],
      publicKey: signing.publicKey,
      actor: 'system:test',
      reason: 'a test',
    },
  )
  keyId = issued.key.id
})
afterAll(async () => {
  await api.end()
  await world.stop()
})

const bodyOf = (reference: string, changes: object = {}) =>
  JSON.stringify({ amount: 1000, bank_name: world.bank, account_number: ACCOUNT, reference, ...changes })

const draft = (reference: string, signed?: NewSell['signed']): NewSell => ({
  id: newId(),
  businessId: world.businessId,
  mode: 'test',
  reference,
  idempotencyKey: null,
  amount: money('NGNC', 1_000_00n),
  fee: money('NGNC', 0n),
  payee: { bankCode: world.bank, bankName: world.bank, accountNumber: ACCOUNT, accountName: 'ADA OBI' },
  wallet: null,
  depositAddress: null,
  createdAt: world.clock.now(),
  expiresAt: undefined,
  guardSince: undefined,
  meaning: randomBytes(32),
  signed,
})

/** Clears and opens accepted sells, and asks the payer to send them. Returns its answers. */
async function pay(...ids: readonly string[]): Promise<string[]> {
  for (const id of ids) {
    await world.owner.query(
      `select move_transaction(id, version, 'checks_passed', '{}', $2, null) from transaction where id = $1`,
      [id, world.clock.now()],
    )
    await world.owner.query(
      `select queue_payout(t.id, 'payout', $2, $3, 'ADA OBI', t.amount_minor, $4) from transaction t where t.id = $1`,
      [id, world.bank, ACCOUNT, world.clock.now()],
    )
  }
  const opened = (await world.openDue()).filter(({ transactionId }) => ids.includes(transactionId))
  const sent = await vault.send(opened.map(({ payoutId }) => payoutId))
  return sent.map(({ outcome, code, message }) => (code === undefined ? outcome : `${code}: ${message}`))
}

async function sell(reference: string, signed?: NewSell['signed']): Promise<string[]> {
  const one = draft(reference, signed)
  expect(await acceptSells(api, [one])).toMatchObject([{ outcome: 'accepted' }])
  return pay(one.id)
}

const sign = (path: string, body: string) => signing.signed(keyId, { path, body })

test('the payer pays what the business signed, and nothing else', async () => {
  expect(await sell('honest', sign(SELLS, bodyOf('honest')))).toEqual(['accepted'])
  const paid = (await world.truth()).length
  expect(await sell('unsigned')).toEqual(['request_unsigned: its sell is not signed'])
  const others: ReadonlyArray<readonly [string, object]> = [
    ['account_number', { account_number: '9876543210' }],
    ['bank_name', { bank_name: '000016' }],
    ['amount', { amount: '1000.01' }],
    ['reference', { reference: 'used-before' }],
  ]
  for (const [name, changes] of others)
    expect(await sell(`other-${name}`, sign(SELLS, bodyOf(`other-${name}`, changes)))).toEqual([
      `request_unsigned: its business signed another ${name}`,
    ])
  const [thief, stolen] = [createSigningBusiness(), bodyOf('stolen')]
  expect(await sell('stolen', thief.signed(keyId, { path: SELLS, body: stolen }))).toEqual([
    'request_unsigned: the signature of its sell does not count: it is not of these bytes',
  ])
  expect((await world.truth()).length).toBe(paid)
})

/** Makes and confirms a batch as the API does, and accepts its rows as the worker does. */
async function batch(rows: readonly object[], paid: readonly string[], isConfirmedBySignature = true) {
  const id = newId()
  const call = {
    tenant: { businessId: world.businessId, mode: 'test' as const },
    keyId,
    at: world.clock.now(),
  }
  const wire = formatId('batch', id)
  const references = paid.map((_account, place) => `${wire}-${place + 1}`)
  await insertBatch(api, call, {
    id,
    rows: paid.map((accountNumber, place) => ({
      number: place + 1,
      bankName: world.bank,
      bankCode: world.bank,
      accountNumber,
      accountName: 'ADA OBI',
      amount: '1000',
      amountMinor: 1_000_00n,
      feeMinor: 0n,
      reference: null,
      sellReference: references[place] ?? '',
      hasOwnReference: false,
    })),
    problems: [],
    mostADay: 1_000,
    signed: sign(BATCHES, JSON.stringify({ rows })),
  })
  const total = BigInt(paid.length) * 1_000_00n
  await world.owner.query(
    `insert into batch_ready (batch_id, business_id, mode, payable_rows, total_minor, fee_minor, at) values ($1, $2, 'test', $3, $4, 0, now())`,
    [id, world.businessId, paid.length, total],
  )
  const path = `${BATCHES}/${wire}/confirm`
  const confirmation = sign(path, JSON.stringify({ rows: paid.length, total: String(total / 100n) }))
  // Equal rows of earlier batches would be duplicates, so the outcome is written as the function writes it.
  await world.owner.query(
    `insert into batch_outcome (batch_id, business_id, mode, outcome, decided_by, at) values ($1, $2, 'test', 'confirmed', $3, now())`,
    [id, world.businessId, keyId],
  )
  if (isConfirmedBySignature)
    await world.owner.query(`select keep_signed_request($1, 'confirmation', $2, 'test', $3, now())`, [
      id,
      world.businessId,
      JSON.stringify({
        key_id: keyId,
        base: confirmation.base,
        signature: confirmation.signature.toString('base64'),
        body: confirmation.body.toString('base64'),
      }),
    ])
  const sells = paid.map((accountNumber, place) => {
    const one = draft(references[place] ?? '')
    return { batchId: id, number: place + 1, sell: { ...one, payee: { ...one.payee, accountNumber } } }
  })
  expect((await acceptBatchSells(world.worker, sells)).map(({ outcome }) => outcome)).toEqual(
    paid.map(() => 'accepted'),
  )
  return pay(...sells.map((one) => one.sell.id))
}

test('each row of a batch must be the row that was signed, and the confirmation must be signed too', async () => {
  const row = { bank_name: world.bank, account_number: ACCOUNT, amount: '1000' }
  const call = {
    tenant: { businessId: world.businessId, mode: 'test' as const },
    keyId,
    at: world.clock.now(),
  }
  expect(await confirmBatch(api, call, { id: newId(), rows: 1, totalMinor: 1n, skipProblems: false })).toBe(
    'unknown',
  )
  expect(await batch([row], [ACCOUNT])).toEqual(['accepted'])
  expect(await batch([{ ...row, account_number: '9876543210' }], [ACCOUNT])).toEqual([
    'request_unsigned: its business signed another account_number',
  ])
  expect(await batch([], [ACCOUNT])).toEqual(['request_unsigned: the signed batch has no row 1'])
  expect(await batch([row], [ACCOUNT], false)).toEqual(['request_unsigned: its confirmation is not signed'])
})
