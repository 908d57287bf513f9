import {
  Asset,
  Keypair,
  Memo,
  Networks,
  Operation,
  StrKey,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk/base'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHorizonUnderTest } from '../../test/horizon-under-test.ts'

let world: Awaited<ReturnType<typeof createHorizonUnderTest>>
beforeEach(async () => {
  world = await createHorizonUnderTest()
})
afterEach(async () => world.app.close())

/** A payment from the hot wallet to the customer, on a sequence of the channel, signed by both. */
const payByChannel = (sequence = 101n, more: { maxTime?: number; fee?: string; to?: string } = {}) => {
  const { hot, channel, customer } = world
  return world.sign({
    source: channel,
    sequence,
    operations: [world.pay(more.to ?? customer.publicKey(), '12.5', hot.publicKey())],
    signers: [channel, hot],
    ...more,
  })
}
const codesOf = (answer: { json(): { extras: { result_codes: object } } }) =>
  answer.json().extras.result_codes

test('a payment over a channel uses its sequence and moves the tokens of the hot wallet', async () => {
  const signed = payByChannel()
  const answer = await world.land(signed)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ successful: true, hash: hex(signed.hash()), fee_charged: '100' })
  const { result } = xdr.TransactionResult.fromXdr(answer.json().result_xdr, 'base64')
  expect(result.type).toBe('txSuccess')
  expect(await world.balanceOf(world.customer)).toBe('12.5000000')
  expect(await world.balanceOf(world.hot)).toBe('987.5000000')
  expect((await world.ask('GET', `/accounts/${world.channel.publicKey()}`)).json()).toMatchObject({
    sequence: '101',
  })
})

test('the same bytes get the same answer again, and nothing moves twice', async () => {
  const signed = payByChannel()
  await world.land(signed)
  expect((await world.submit(signed)).statusCode).toBe(200)
  await world.close()
  expect(await world.balanceOf(world.customer)).toBe('12.5000000')
})

test('a transaction with a missing or extra signature enters no ledger', async () => {
  const { hot, channel, customer } = world
  const operations = [world.pay(customer.publicKey(), '1', hot.publicKey())]
  const order = { source: channel, sequence: 101n, operations }
  expect(codesOf(await world.submit(world.sign({ ...order, signers: [channel] })))).toEqual({
    transaction: 'tx_failed',
    operations: ['op_bad_auth'],
  })
  expect(codesOf(await world.submit(world.sign({ ...order, signers: [hot] })))).toEqual({
    transaction: 'tx_bad_auth',
  })
  const extra = world.sign({ ...order, signers: [channel, hot, customer] })
  expect(codesOf(await world.submit(extra))).toEqual({ transaction: 'tx_bad_auth_extra' })
})

test('a transaction that fails in a ledger uses its sequence and pays its fee, and moves nothing', async () => {
  const { hot, customer } = world
  const stranger = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9)).publicKey()
  const signed = world.sign({
    source: hot,
    sequence: 101n,
    operations: [world.pay(customer.publicKey(), '1'), world.pay(stranger, '1')],
    fee: '200',
  })
  const answer = await world.land(signed)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ type: 'https://stellar.org/horizon-errors/transaction_failed' })
  expect(codesOf(answer)).toEqual({
    transaction: 'tx_failed',
    operations: ['op_success', 'op_no_destination'],
  })
  const account = (await world.ask('GET', `/accounts/${hot.publicKey()}`)).json()
  expect(account).toMatchObject({ sequence: '101' })
  expect(await world.balanceOf(hot)).toBe('1000.0000000')
  expect((await world.ask('GET', `/transactions/${hex(signed.hash())}`)).json()).toMatchObject({
    successful: false,
  })
})

test('a payment to a wallet that cannot receive fails with the reason', async () => {
  const { customer } = world
  const asset = world.asset.toString()
  const line = { account: customer.publicKey(), asset }
  const tryOnce = async (sequence: bigint) => codesOf(await world.land(payByChannel(sequence)))
  await world.ask('POST', '/admin/trustlines', { ...line, authorized: false })
  expect(await tryOnce(101n)).toMatchObject({ operations: ['op_not_authorized'] })
  await world.ask('POST', '/admin/trustlines', { ...line, authorized: true, limit: '5' })
  expect(await tryOnce(102n)).toMatchObject({ operations: ['op_line_full'] })
  await world.land(
    world.sign({
      source: customer,
      sequence: 101n,
      operations: [Operation.changeTrust({ asset: world.asset, limit: '0' })],
    }),
  )
  expect(await tryOnce(103n)).toMatchObject({ operations: ['op_no_trust'] })
})

test('time bounds are compared with the ledger’s close time, not with the clock', async () => {
  const maxTime = Math.floor(Date.now() / 1_000) + 60
  await world.ask('PATCH', '/admin/clock', { advance_seconds: 120 })
  const late = payByChannel(101n, { maxTime })
  const waiting = world.submit(late, '/transactions_async')
  expect((await waiting).json()).toMatchObject({ tx_status: 'PENDING' })
  await world.close()
  expect((await world.ask('GET', `/transactions/${hex(late.hash())}`)).statusCode).toBe(404)
  expect(codesOf(await world.submit(late))).toEqual({ transaction: 'tx_too_late' })
})

test('one transaction per account waits at a time; a fee bump with ten times the fee replaces it', async () => {
  const first = payByChannel()
  expect((await world.submit(first, '/transactions_async')).statusCode).toBe(201)
  expect((await world.submit(first, '/transactions_async')).statusCode).toBe(409)
  const next = payByChannel(102n)
  expect((await world.submit(next, '/transactions_async')).json()).toMatchObject({
    tx_status: 'TRY_AGAIN_LATER',
  })
  const bump = (fee: string) => {
    const outer = TransactionBuilder.buildFeeBumpTransaction(world.hot, fee, first, Networks.TESTNET)
    outer.sign(world.hot)
    return outer
  }
  expect((await world.submit(bump('500'), '/transactions_async')).json()).toMatchObject({
    tx_status: 'ERROR',
  })
  const outer = bump('1000')
  expect((await world.submit(outer, '/transactions_async')).json()).toMatchObject({ tx_status: 'PENDING' })
  await world.close()
  for (const asked of [outer.hash(), first.hash()].map(hex))
    expect((await world.ask('GET', `/transactions/${asked}`)).json()).toMatchObject({
      hash: asked,
      successful: true,
      fee_account: world.hot.publicKey(),
      inner_transaction: { hash: hex(first.hash()) },
      fee_bump_transaction: { hash: hex(outer.hash()) },
    })
  expect(await world.balanceOf(world.customer)).toBe('12.5000000')
})

test('when ledgers are full, a transaction that offers less waits until a fee bump offers enough', async () => {
  await world.ask('PATCH', '/admin/fees', { fee: '5000' })
  const cheap = payByChannel()
  await world.submit(cheap, '/transactions_async')
  await world.close()
  expect((await world.ask('GET', `/transactions/${hex(cheap.hash())}`)).statusCode).toBe(404)
  const outer = TransactionBuilder.buildFeeBumpTransaction(world.hot, '5000', cheap, Networks.TESTNET)
  outer.sign(world.hot)
  expect((await world.land(outer)).json()).toMatchObject({ fee_charged: '10000', successful: true })
})

test('payments of an account are listed with muxed ids and memos, page by page', async () => {
  const { hot, customer } = world
  const muxed = StrKey.encodeMed25519PublicKey(
    Buffer.concat([Buffer.from(customer.rawPublicKey()), Buffer.from('00000000000004d2', 'hex')]),
  )
  await world.land(world.sign({ source: hot, sequence: 101n, operations: [world.pay(muxed, '1')] }))
  await world.land(
    world.sign({
      source: hot,
      sequence: 102n,
      operations: [world.pay(customer.publicKey(), '2')],
      memo: Memo.id('77'),
    }),
  )
  const list = async (query: string) => {
    const answer = await world.ask('GET', `/accounts/${customer.publicKey()}/payments?${query}`)
    const { _embedded: embedded } = answer.json()
    return embedded.records as Record<string, unknown>[]
  }
  const [first, second] = await list('join=transactions&limit=200')
  expect(first).toMatchObject({
    type: 'payment',
    to: customer.publicKey(),
    to_muxed: muxed,
    to_muxed_id: '1234',
    amount: '1.0000000',
    asset_code: 'NGNC',
    transaction: { memo_type: 'none' },
  })
  expect(second).toMatchObject({ amount: '2.0000000', transaction: { memo_type: 'id', memo: '77' } })
  expect(await list(`cursor=${String(first?.['paging_token'])}`)).toHaveLength(1)
  expect((await list('order=desc&limit=1'))[0]).toMatchObject({ id: second?.['id'] })
  const { body } = await world.ask('GET', '/admin/truth')
  expect(body.trim().split('\n')).toHaveLength(2)
})

test('ledgers are chained', async () => {
  await world.close()
  const { _embedded } = (await world.ask('GET', '/ledgers?order=desc&limit=2')).json()
  const [newest, before] = _embedded.records
  expect(newest.prev_hash).toBe(before.hash)
  expect((await world.ask('GET', `/ledgers/${newest.sequence}`)).json().hash).toBe(newest.hash)
})

test('a cancel uses the sequence and moves nothing', async () => {
  const { channel } = world
  const cancel = world.sign({
    source: channel,
    sequence: 101n,
    operations: [Operation.bumpSequence({ bumpTo: '0' })],
  })
  expect((await world.land(cancel)).statusCode).toBe(200)
  expect(codesOf(await world.submit(payByChannel()))).toEqual({ transaction: 'tx_bad_seq' })
})

test('a path payment arrives in the destination asset', async () => {
  const { hot, customer, asset } = world
  await world.ask('POST', '/admin/prices', { from: 'native', to: asset.toString(), n: '300', d: '1' })
  await world.ask('POST', '/admin/trustlines', {
    account: customer.publicKey(),
    asset: asset.toString(),
    balance: '0',
  })
  const answer = await world.land(
    world.sign({
      source: hot,
      sequence: 101n,
      operations: [
        Operation.pathPaymentStrictSend({
          sendAsset: Asset.native(),
          sendAmount: '2',
          destination: customer.publicKey(),
          destAsset: asset,
          destMin: '600',
        }),
      ],
    }),
  )
  expect(answer.statusCode).toBe(200)
  expect(await world.balanceOf(customer)).toBe('600.0000000')
})

test.each([
  ['landed_then_504', 504, '12.5000000'],
  ['error_500', 500, '0.0000000'],
  ['too_many_requests', 429, '0.0000000'],
  ['dropped', 504, '0.0000000'],
])('under %s a submission is answered %i, and the customer has %s', async (fault, status, balance) => {
  await world.ask('POST', '/admin/faults', { fault, on: 'submit', times: 1 })
  expect((await world.submit(payByChannel())).statusCode).toBe(status)
  await world.close()
  expect(await world.balanceOf(world.customer)).toBe(balance)
})

test('another transaction of the same account uses the sequence first', async () => {
  await world.ask('POST', '/admin/faults', { fault: 'sequence_taken', times: 1 })
  expect(codesOf(await world.submit(payByChannel()))).toEqual({ transaction: 'tx_bad_seq' })
})

test('a Horizon with short retention reports past transactions as not found', async () => {
  const signed = payByChannel()
  await world.land(signed)
  await world.ask('POST', '/admin/faults', { fault: 'forgets', times: 1 })
  expect((await world.ask('GET', `/transactions/${hex(signed.hash())}`)).statusCode).toBe(404)
  expect((await world.ask('GET', `/transactions/${hex(signed.hash())}`)).statusCode).toBe(200)
})

test.each([
  ['/admin/faults', { fault: 'mood' }],
  ['/admin/accounts', { name: 'nobody' }],
])('an invalid setting is refused: %s %j', async (url, payload) => {
  expect((await world.ask('POST', url, payload)).statusCode).toBe(400)
})

/** Flags that let an issuer take tokens back. An older trust line keeps its own flags. */
const REVOCABLE_AND_CLAWBACK = 2 | 8

test('an issuer claws back from a trust line that was opened under its flag, but not from an older one', async () => {
  const { issuer, hot, customer, asset } = world
  const clawBack = (from: string, amount: string) => Operation.clawback({ asset, from, amount })
  const asIssuer = async (sequence: bigint, operations: Parameters<typeof world.sign>[0]['operations']) =>
    world.land(world.sign({ source: issuer, sequence, operations }))
  expect(codesOf(await asIssuer(101n, [Operation.setOptions({ setFlags: 8 })]))).toMatchObject({
    operations: ['op_auth_revocable_required'],
  })
  await asIssuer(102n, [Operation.setOptions({ setFlags: REVOCABLE_AND_CLAWBACK })])
  expect(codesOf(await asIssuer(103n, [clawBack(hot.publicKey(), '1')]))).toMatchObject({
    operations: ['op_not_clawback_enabled'],
  })
  const renewed = [
    Operation.changeTrust({ asset, limit: '0' }),
    Operation.changeTrust({ asset, limit: '1000' }),
  ]
  await world.land(world.sign({ source: customer, sequence: 101n, operations: renewed }))
  await asIssuer(104n, [world.pay(customer.publicKey(), '5')])
  expect((await asIssuer(105n, [clawBack(customer.publicKey(), '2')])).statusCode).toBe(200)
  expect(await world.balanceOf(customer)).toBe('3.0000000')
  expect(codesOf(await asIssuer(106n, [clawBack(customer.publicKey(), '4')]))).toMatchObject({
    operations: ['op_underfunded'],
  })
  const listed = async (list: string) => {
    const answer = await world.ask('GET', `/accounts/${customer.publicKey()}/${list}?order=desc&limit=1`)
    const { _embedded: embedded } = answer.json() as { _embedded: { records: object[] } }
    return embedded.records[0]
  }
  expect(await listed('operations')).toMatchObject({
    type: 'clawback',
    type_i: 19,
    source_account: issuer.publicKey(),
    from: customer.publicKey(),
    asset_code: 'NGNC',
    amount: '2.0000000',
  })
  expect(await listed('payments')).toMatchObject({ type: 'payment', amount: '5.0000000' })
})

test('a trust line whose authorisation is revoked cannot send or receive, and can still be clawed back', async () => {
  const { issuer, hot, customer, asset } = world
  const trustor = customer.publicKey()
  const revoke = Operation.setTrustLineFlags({ trustor, asset, flags: { authorized: false } })
  const asIssuer = async (sequence: bigint, operations: Parameters<typeof world.sign>[0]['operations']) =>
    world.land(world.sign({ source: issuer, sequence, operations }))
  expect(codesOf(await asIssuer(101n, [revoke]))).toMatchObject({ operations: ['op_cant_revoke'] })
  await asIssuer(102n, [Operation.setOptions({ setFlags: REVOCABLE_AND_CLAWBACK })])
  await asIssuer(103n, [revoke])
  const account = (await world.ask('GET', `/accounts/${trustor}`)).json() as { balances: object[] }
  expect(account.balances[0]).toMatchObject({
    is_authorized: false,
    is_authorized_to_maintain_liabilities: false,
  })
  const paid = world.sign({ source: hot, sequence: 101n, operations: [world.pay(trustor, '1')] })
  expect(codesOf(await world.land(paid))).toMatchObject({ operations: ['op_not_authorized'] })
  await asIssuer(104n, [
    Operation.setTrustLineFlags({ trustor, asset, flags: { authorized: true } }),
    world.pay(trustor, '1'),
  ])
  expect(await world.balanceOf(customer)).toBe('1.0000000')
})

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
