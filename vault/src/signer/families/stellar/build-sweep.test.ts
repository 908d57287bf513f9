import { Account, Asset, Keypair, MuxedAccount, Operation, TransactionBuilder } from '@stellar/stellar-sdk'
import { expect, test } from 'vitest'
import { createSettingReader } from '../../../shared/settings.ts'
import { createLocalKey } from '../../keys/local-key.ts'
import { verifiedKey } from '../../keys/verified-key.ts'
import { signWithKeys } from '../../sign-with-keys.ts'
import { stellar } from './stellar.ts'

const PASSPHRASE = 'A network of the test only'
const pairOf = (byte: number) => Keypair.fromRawEd25519Seed(Buffer.alloc(32, byte))
const [sweeper, issuer, treasury] = [pairOf(5), pairOf(2), pairOf(6)]
const settings = {
  passphrase: PASSPHRASE,
  asset: `NGNC:${issuer.publicKey()}`,
  treasury: treasury.publicKey(),
}
const chain = stellar.readSweeper(
  { address: sweeper.publicKey(), key: 'sweeper' },
  createSettingReader(settings, new Set(stellar.sweeperSettings), 'sweeper 1 of the policy'),
)
const keys = new Map([['sweeper', verifiedKey(createLocalKey(new Uint8Array(32).fill(5), 'ed25519'))]])
const terms = { fee: '400', minTime: '0', maxTime: '1800000000' }
const salt = (id: bigint) => `0x${id.toString(16).padStart(16, '0')}${'ff'.repeat(24)}`
const most = 2n ** 64n - 1n

test('a sweep has one payment to the treasury per number, byte for byte as another library writes it', async () => {
  const items = [
    { salt: salt(7n), units: 50_000_000n },
    { salt: salt(most), units: 1n },
  ]
  const built = chain.buildSweep({ nonce: 42n, items, terms })
  const builder = new TransactionBuilder(new Account(sweeper.publicKey(), '41'), {
    fee: '200',
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: 0, maxTime: 1_800_000_000 },
  })
  for (const [id, amount] of [
    ['7', '5.0000000'],
    [String(most), '0.0000001'],
  ] as const)
    builder.addOperation(
      Operation.payment({
        source: new MuxedAccount(new Account(sweeper.publicKey(), '0'), id).accountId(),
        destination: treasury.publicKey(),
        asset: new Asset('NGNC', issuer.publicKey()),
        amount,
      }),
    )
  const other = builder.build()
  other.sign(sweeper)
  const [{ raw, hash } = { raw: new Uint8Array(), hash: '' }] = await signWithKeys(keys, [built])
  expect(Buffer.from(raw).toString('base64')).toBe(Buffer.from(other.toEnvelope().toXdr()).toString('base64'))
  expect(hash).toBe(Buffer.from(other.hash()).toString('hex'))
  expect(built.cost).toBe(400n)
  expect(chain.opening).toBeUndefined()
})

test.each<[string, object]>([
  ['an amount of zero', { items: [{ salt: salt(1n), units: 0n }] }],
  ['an amount above the maximum', { items: [{ salt: salt(1n), units: 2n ** 63n }] }],
  [
    'too many addresses',
    { items: Array.from({ length: 51 }, (_, id) => ({ salt: salt(BigInt(id)), units: 1n })) },
  ],
  ['no time limit', { terms: { ...terms, maxTime: '0' } }],
  ['a fee above the maximum of the network', { terms: { ...terms, fee: '4294967296' } }],
  ['an unknown term', { terms: { ...terms, memo: 'x' } }],
])('an order with %s is refused', (_what, changes) => {
  const order = { nonce: 42n, items: [{ salt: salt(1n), units: 1n }], terms }
  expect(() => chain.buildSweep({ ...order, ...changes })).toThrow(
    /at most 50 items|units must be|is not valid|does not exist/,
  )
})
