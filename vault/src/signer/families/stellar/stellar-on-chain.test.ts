import { join } from 'node:path'
import { startHorizon } from '@afara/stack/chains/stellar/horizon-simulator.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import {
  Account,
  Asset,
  type FeeBumpTransaction,
  Operation,
  Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stellarToken } from '../../../payer/chains/stellar-token.ts'
import { sellSalt } from '../../../payer/chains/token-family.ts'
import { toHex } from '../../../shared/bytes.ts'
import { createSettingReader } from '../../../shared/settings.ts'
import { createLocalKey } from '../../keys/local-key.ts'
import { verifiedKey } from '../../keys/verified-key.ts'
import { signWithKeys } from '../../sign-with-keys.ts'
import type { Assembled, Signable } from '../family.ts'
import { stellar } from './stellar.ts'

const PASSPHRASE = 'Test SDF Network ; September 2015'
const keyOf = (byte: number) => verifiedKey(createLocalKey(new Uint8Array(32).fill(byte), 'ed25519'))
const addressOf = (byte: number) => stellar.addressOf(keyOf(byte))
const [hot, channel, sweeper, wallet, issuer] = [31, 32, 33, 34, 35].map(addressOf) as [
  string,
  string,
  string,
  string,
  string,
]
const keys = new Map([
  ['hot', keyOf(31)],
  ['channel', keyOf(32)],
  ['sweeper', keyOf(33)],
])
const asset = `NGNC:${issuer}`
const read = (settings: object) =>
  createSettingReader(
    { passphrase: PASSPHRASE, asset, ...settings },
    new Set(Object.keys(settings).concat('passphrase', 'asset')),
    'line 1',
  )
const lane = stellar.readLane(
  { address: hot, key: 'hot', decimals: 7 },
  read({ channels: [{ address: channel, base: '500', key: 'channel' }], max_fee: '100000' }),
)
const home = stellar.readSweeper({ address: sweeper, key: 'sweeper' }, read({ treasury: hot }))
const token = stellarToken.readToken(read({ sweeper }), 7)

const run = await createTemporaryRun()
const horizon = await startHorizon({
  directory: join(run.directory, 'horizon'),
  ledgerMs: 100,
  onSpawn: run.onSpawn,
})

const turn = async (knob: string, body: object) => askJson(`${horizon.url}/admin/${knob}`, {}, body)

beforeAll(async () => {
  const sequences: Record<string, string> = { [channel]: '500', [sweeper]: '900' }
  for (const id of [hot, channel, sweeper, wallet, issuer])
    await turn('accounts', { id, xlm: '100', sequence: sequences[id] ?? '1' })
  for (const account of [hot, sweeper, wallet])
    await turn('trustlines', { account, asset, balance: account === hot ? '1000' : '0' })
})
afterAll(async () => {
  await horizon.stop()
  run.remove()
})

const now = () => Math.floor(Date.now() / 1000)
const context = (signed: readonly string[] = []) => ({ atMs: Date.now(), signed, lately: signed.length })

async function sign(signable: Signable): Promise<Assembled> {
  const [signed] = await signWithKeys(keys, [signable])
  if (signed === undefined) throw new Error('nothing was signed')
  return signed
}

/** Tells whether the network executes the transaction under its hash. A fee bump is also found by the hash of its inner transaction. */
async function send({ raw, hash }: Assembled): Promise<boolean> {
  const body = new URLSearchParams({ tx: Buffer.from(raw).toString('base64') })
  const answer = await fetch(`${horizon.url}/transactions`, { method: 'POST', body })
  if (!answer.ok) return false
  const shown = await fetch(`${horizon.url}/transactions/${hash}`)
  const { successful, envelope_xdr } = (await shown.json()) as { successful?: boolean; envelope_xdr?: string }
  return successful === true && envelope_xdr === Buffer.from(raw).toString('base64')
}

/** With one channel, lock k is sequence 501 + k. */
function build(lock: number, operation: xdr.Operation, fee = '200'): Transaction {
  return new TransactionBuilder(new Account(channel, String(500 + lock)), {
    fee,
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: 0, maxTime: now() + 120 },
  })
    .addOperation(operation)
    .build()
}
const bumpAround = (inner: Transaction): FeeBumpTransaction =>
  TransactionBuilder.buildFeeBumpTransaction(hot, '5000', inner, PASSPHRASE)
const bytesOf = (transaction: { toEnvelope(): xdr.TransactionEnvelope }): Uint8Array =>
  new Uint8Array(transaction.toEnvelope().toXdr())
const pay = (destination: string, amount: string): xdr.Operation =>
  Operation.payment({ source: hot, destination, asset: new Asset('NGNC', issuer), amount })

/** Returns the balance in the smallest units. */
const balanceOf = async (id: string): Promise<bigint> => {
  type Shown = { balances: readonly { asset_code?: string; balance: string }[] }
  const { balances } = (await askJson(`${horizon.url}/accounts/${id}`, {})) as Shown
  const found = balances.find(({ asset_code }) => asset_code === 'NGNC')
  return BigInt(found?.balance.replace('.', '') ?? 0)
}

test('a payment whose fee the lane pays is accepted from a channel without funds, and refused without the lane', async () => {
  const unsigned = bytesOf(bumpAround(build(0, pay(wallet, '4'), '0')))
  const { raw, hash } = await sign(lane.readPayment(unsigned, context()))
  const whole = TransactionBuilder.fromXDR(Buffer.from(raw).toString('base64'), PASSPHRASE)
  const { innerTransaction } = whole as FeeBumpTransaction
  await turn('accounts', { id: channel, xlm: '1' })
  expect(await send({ raw: bytesOf(innerTransaction), hash: '' })).toBe(false)
  expect(await send({ raw, hash })).toBe(true)
  expect(await balanceOf(wallet)).toBe(40_000_000n)
  const cancel = bytesOf(bumpAround(build(1, Operation.bumpSequence({ bumpTo: '0' }), '0')))
  expect(await send(await sign(lane.readCancel(cancel, context())))).toBe(true)
  await turn('accounts', { id: channel, xlm: '100' })
})

test('a payment is accepted with the signatures of channel and lane, and a fee bump around it with only that of the lane', async () => {
  const payment = lane.readPayment(bytesOf(build(2, pay(wallet, '5'))), context())
  expect(payment.isOnLock(2n)).toBe(true)
  expect(await send(await sign(payment))).toBe(true)
  const next = await sign(lane.readPayment(bytesOf(build(3, pay(wallet, '6'))), context()))
  const inner = new Transaction(Buffer.from(next.raw).toString('base64'), PASSPHRASE)
  const bump = bumpAround(inner)
  expect(await send(await sign(lane.readPayment(bytesOf(bump), context([toHex(next.raw)]))))).toBe(true)
  expect(await balanceOf(wallet)).toBe(150_000_000n)
})

test('a cancel consumes its sequence', async () => {
  const cancel = lane.readCancel(bytesOf(build(4, Operation.bumpSequence({ bumpTo: '0' }))), context())
  expect(cancel.isOnLock(4n)).toBe(true)
  expect(await send(await sign(cancel))).toBe(true)
  const late = await sign(lane.readPayment(bytesOf(build(4, pay(wallet, '5'))), context()))
  expect(await send(late)).toBe(false)
})

test('Horizon shows a deposit, and a sweep moves it to the treasury', async () => {
  const sell = {
    transactionId: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
    businessId: '01990000-0000-7000-8000-00000000000b',
    mode: 'test',
    reference: 'sell-1',
  }
  const [address = ''] = token.depositAddresses(sell)
  const deposit = await sign(lane.readPayment(bytesOf(build(5, pay(address, '7'))), context()))
  expect(await send(deposit)).toBe(true)
  const witness = token.createWitness?.(horizon.url)
  const arrived = { txHash: deposit.hash, logIndex: 0, address, minor: 700n }
  await witness?.([arrived], AbortSignal.timeout(5_000))
  await expect(witness?.([{ ...arrived, minor: 701n }], AbortSignal.timeout(5_000))).rejects.toMatchObject({
    kind: 'denied',
  })
  const before = await balanceOf(hot)
  const sweep = home.buildSweep({
    nonce: 901n,
    items: [{ salt: sellSalt(sell), units: 70_000_000n }],
    terms: { fee: '200', minTime: '0', maxTime: String(now() + 120) },
  })
  expect(await send(await sign(sweep))).toBe(true)
  expect((await balanceOf(hot)) - before).toBe(70_000_000n)
  expect(await balanceOf(sweeper)).toBe(0n)
})
