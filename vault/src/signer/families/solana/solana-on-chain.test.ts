import { join } from 'node:path'
import { startSolana } from '@afara/stack/chains/solana/solana-chain.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { askJson } from '@afara/stack/http/ask-json.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { solanaToken } from '../../../payer/chains/solana-token.ts'
import { sellSalt } from '../../../payer/chains/token-family.ts'
import { createSettingReader } from '../../../shared/settings.ts'
import { associatedAddress, depositAccount, isOnCurve } from '../../../shared/solana-address.ts'
import { createLocalKey } from '../../keys/local-key.ts'
import { verifiedKey } from '../../keys/verified-key.ts'
import { signWithKeys } from '../../sign-with-keys.ts'
import type { Signable } from '../family.ts'
import {
  limitUnits,
  markerSeed,
  memo,
  openAssociated,
  openMarker,
  priceUnits,
  transferChecked,
} from './instructions.ts'
import { encodeMessage } from './message.ts'
import { solana } from './solana.ts'

const keyOf = (byte: number) => verifiedKey(createLocalKey(new Uint8Array(32).fill(byte), 'ed25519'))
const keys = new Map([
  ['lane', keyOf(21)],
  ['sweeper', keyOf(22)],
])
const [lane, sweeper, wallet, mint] = [21, 22, 23, 24].map((byte) => solana.addressOf(keyOf(byte))) as [
  string,
  string,
  string,
  string,
]
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token = { mint, tokenProgram, decimals: 6 }
const SECRET = 'a secret of more than thirty-two characters'
const settingsOf = (settings: object, names: readonly string[]) =>
  createSettingReader({ mint, token_program: tokenProgram, ...settings }, new Set(names), 'line 1')
const laneChain = solana.readLane(
  { address: lane, key: 'lane', decimals: 6 },
  settingsOf({ marker_secret: SECRET, max_fee: '1000000' }, solana.laneSettings),
)
const sweeperChain = solana.readSweeper(
  { address: sweeper, key: 'sweeper' },
  settingsOf({ decimals: 6, treasury: lane, openings_per_hour: 10 }, solana.sweeperSettings),
)
const tokenChain = solanaToken.readToken(settingsOf({ sweeper }, solanaToken.tokenSettings), 6)

const run = await createTemporaryRun()
const chain = await startSolana({
  directory: join(run.directory, 'solana'),
  slotMs: 20,
  onSpawn: run.onSpawn,
})

beforeAll(async () => {
  const turn = async (knob: string, body: object) => askJson(`${chain.url}/admin/${knob}`, {}, body)
  await turn('mints', { address: mint, decimals: 6, authority: wallet })
  for (const address of [lane, sweeper]) await turn('sol', { address, lamports: '10000000000' })
  await turn('tokens', { owner: lane, mint, units: '1000000000' })
})
afterAll(async () => {
  await chain.stop()
  run.remove()
})

/** Signs and sends a transaction, and waits until the network has executed or rejected it. */
async function send(signable: Signable): Promise<{ hash: string; error: unknown }> {
  const [{ raw, hash } = { raw: new Uint8Array(), hash: '' }] = await signWithKeys(keys, [signable])
  const options = { encoding: 'base64', skipPreflight: true }
  await askChain(chain.url, 'sendTransaction', Buffer.from(raw).toString('base64'), options).catch(() => {})
  for (let tries = 0; tries < 200; tries += 1) {
    type Statuses = { value: readonly [{ err: unknown; confirmationStatus: string } | null] }
    const { value } = await askChain<Statuses>(chain.url, 'getSignatureStatuses', [hash])
    if (value[0]?.confirmationStatus === 'finalized') return { hash, error: value[0].err }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it was not carried out')
}

async function terms() {
  type Latest = { value: { blockhash: string; lastValidBlockHeight: number } }
  const { value } = await askChain<Latest>(chain.url, 'getLatestBlockhash')
  return {
    blockhash: value.blockhash,
    lastValidBlockHeight: String(value.lastValidBlockHeight),
    cuPrice: '1000',
    cuLimit: '200000',
  }
}

async function pay(lock: bigint, to: string, units: bigint): Promise<Signable> {
  const account = isOnCurve(to) ? associatedAddress(to, token) : to
  const from = associatedAddress(lane, token)
  const marker = openMarker(lane, markerSeed(SECRET, lane, lock))
  const unsigned = encodeMessage({
    payer: lane,
    writable: new Set([marker.accounts[1] ?? '', account, from]),
    blockhash: (await terms()).blockhash,
    instructions: [
      marker,
      limitUnits(200_000n),
      priceUnits(1_000n),
      ...(account === to ? [] : [openAssociated(lane, to, account, token)]),
      transferChecked({ from, to: account, owner: lane, units }, token),
      memo(`afara:${lock}`),
    ],
  })
  const payment = laneChain.readPayment(unsigned, { atMs: 0, signed: [], lately: 0 })
  expect([payment.isOnLock(lock), payment.isTo(to)]).toEqual([true, true])
  return payment
}

const balanceOf = async (account: string): Promise<string | undefined> =>
  askChain<{ value: { amount: string } }>(chain.url, 'getTokenAccountBalance', account).then(
    ({ value }) => value.amount,
    () => undefined,
  )

test('a payment is executed once for its lock, whatever else was signed for it', async () => {
  expect(await send(await pay(1n, wallet, 5_000_000n))).toMatchObject({ error: null })
  expect((await send(await pay(1n, wallet, 5_000_000n))).error).not.toBeNull()
  expect(await balanceOf(associatedAddress(wallet, token))).toBe('5000000')
})

test('deposit accounts are opened, the node shows a deposit, and a sweep moves it to the treasury and closes its account', async () => {
  const names = Array.from({ length: 20 }, (_, number) => ({
    transactionId: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
    businessId: '01990000-0000-7000-8000-00000000000b',
    mode: 'test',
    reference: `sell-${number}`,
  }))
  const addressOf = (sell: (typeof names)[number]): string => tokenChain.depositAddresses(sell)[0] ?? ''
  // Our own payment treats an address off the curve as a token account.
  const [sell, empty] = names.filter((one) => !isOnCurve(addressOf(one)))
  expect.assert(sell !== undefined && empty !== undefined)
  const salts = [sellSalt(sell), sellSalt(empty)] as const
  const opening = sweeperChain.opening?.build({ salts, terms: await terms() })
  expect.assert(opening !== undefined)
  expect(await send(opening)).toMatchObject({ error: null })
  expect([await balanceOf(addressOf(sell)), await balanceOf(addressOf(empty))]).toEqual(['0', '0'])

  const { hash } = await send(await pay(2n, addressOf(sell), 7_000_000n))
  type Landed = { transaction: { message: { accountKeys: readonly string[] } } }
  const landed = await askChain<Landed>(chain.url, 'getTransaction', hash, {
    encoding: 'json',
    maxSupportedTransactionVersion: 0,
  })
  const logIndex = landed.transaction.message.accountKeys.indexOf(addressOf(sell))
  const arrived = { txHash: hash, logIndex, address: addressOf(sell), minor: 700n }
  const witness = tokenChain.createWitness?.(chain.url)
  await witness?.([arrived], AbortSignal.timeout(5_000))
  await expect(witness?.([{ ...arrived, minor: 701n }], AbortSignal.timeout(5_000))).rejects.toMatchObject({
    kind: 'denied',
  })

  const before = await balanceOf(associatedAddress(lane, token))
  const items = [
    { salt: salts[0], units: 7_000_000n },
    { salt: salts[1], units: 0n },
  ]
  const sweep = sweeperChain.buildSweep({ nonce: 0n, items, terms: await terms() })
  expect(await send(sweep)).toMatchObject({ error: null })
  expect(BigInt((await balanceOf(associatedAddress(lane, token))) ?? 0) - BigInt(before ?? 0)).toBe(
    7_000_000n,
  )
  expect([await balanceOf(addressOf(sell)), await balanceOf(addressOf(empty))]).toEqual([
    undefined,
    undefined,
  ])
})

test('an account that already holds lamports is opened together with another one', async () => {
  const salts = [`0x${'a1'.repeat(32)}`, `0x${'a2'.repeat(32)}`] as const
  const [first, second] = salts.map((salt) => depositAccount({ address: sweeper, tokenProgram }, salt))
  expect.assert(first !== undefined && second !== undefined)
  await askJson(`${chain.url}/admin/sol`, {}, { address: first, lamports: '890880' })
  const open = async () => sweeperChain.opening?.build({ salts, terms: await terms() }) as Signable
  expect(await send(await open())).toMatchObject({ error: null })
  expect([await balanceOf(first), await balanceOf(second)]).toEqual(['0', '0'])
  expect((await send(await open())).error).not.toBeNull()

  const items = salts.map((salt) => ({ salt, units: 0n }))
  const sweep = sweeperChain.buildSweep({ nonce: 0n, items, terms: await terms() })
  expect(await send(sweep)).toMatchObject({ error: null })
  expect(await send(await open())).toMatchObject({ error: null })
})
