import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../../test/credit-rows.ts'
import { toBase58 } from '../shared/bytes.ts'
import { decodeMessage } from './families/solana/message.ts'
import { type Journal, openJournal } from './journal/journal.ts'
import { createLocalKey } from './keys/local-key.ts'
import { readWalletKeys } from './keys/read-keys.ts'
import { readPolicy } from './policy.ts'
import { signOpening, signSweep } from './sign-sweep.ts'
import { readOpeningOrder, readSweepOrder } from './signer-wire.ts'

const addressOf = (byte: number) =>
  toBase58(createLocalKey(new Uint8Array(32).fill(byte), 'ed25519').publicKey)
const policy = readPolicy(
  JSON.stringify({
    operators_root: ROOT,
    lanes: [],
    sweepers: [
      {
        family: 'solana',
        mode: 'test',
        network: 'Solana',
        decimals: 6,
        address: addressOf(2),
        key: 'solana',
        mint: addressOf(9),
        token_program: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
        treasury: addressOf(1),
        // The rent of two accounts, and a fee.
        max_cost: '4100000',
        max_salts: 3,
        per_hour: 1,
        openings_per_hour: 2,
      },
      {
        mode: 'test',
        network: 'Polygon',
        chain_id: 80002,
        factory: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
        token: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        key: 'polygon',
        max_cost: '1',
        max_salts: 3,
        per_hour: 1,
      },
    ],
  }),
)
const keys = await readWalletKeys(
  JSON.stringify({
    solana: `0x${'02'.repeat(32)}`,
    polygon: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  }),
  policy,
)
const salt = (n: number) => `0x${`${n}`.repeat(64)}`
const terms = {
  blockhash: toBase58(new Uint8Array(32).fill(3)),
  lastValidBlockHeight: '7',
  cuPrice: '1',
  cuLimit: '1000',
}
const place = { mode: 'test', network: 'Solana' }
const order = { ...place, salts: [salt(1), salt(2)], terms }

let folder: string
let journal: Journal
const now = 1_800_000_000_000

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afara-openings-'))
  journal = await openJournal(join(folder, 'journal.jsonl'))
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true })
})

const deps = () => ({ policy, keys, journal, isKilled: () => false, nowMs: () => now })
const open = async (changes: object = {}) => signOpening(deps(), readOpeningOrder({ ...order, ...changes }))

test('accounts are opened by a transaction that the signer builds itself and records in the journal first', async () => {
  const signed = await open()
  if (signed.outcome !== 'signed') throw new Error(signed.message)
  const raw = Buffer.from(signed.raw.slice(2), 'hex')
  expect(toBase58(raw.subarray(1, 65))).toBe(signed.hash)
  expect(decodeMessage(raw.subarray(65)).instructions).toHaveLength(2 + 3 * 2)
  const line = JSON.parse(readFileSync(join(folder, 'journal.jsonl'), 'utf8').trim())
  expect(line.sweep).toMatchObject({ ...place, address: addressOf(2), opening: true, salts: 2 })
})

test('openings and sweeps are counted separately, also after a restart', async () => {
  expect(await open()).toMatchObject({ outcome: 'signed' })
  expect(await open()).toMatchObject({ outcome: 'signed' })
  await journal.close()
  journal = await openJournal(join(folder, 'journal.jsonl'))
  expect(await open()).toMatchObject({ outcome: 'refused', code: 'over_hour_cap' })
  const sweep = readSweepOrder({ ...place, nonce: '7', items: [{ salt: salt(1), units: '5' }], terms })
  expect(await signSweep(deps(), sweep)).toMatchObject({ outcome: 'signed' })
  expect(await signSweep(deps(), sweep)).toMatchObject({ outcome: 'refused', code: 'over_hour_cap' })
})

test.each([
  ['an opening that costs too much', { salts: [salt(1), salt(2), salt(3)] }, 'fee_too_high'],
  ['an opening of too many accounts', { salts: [1, 2, 3, 4].map(salt) }, 'too_many_salts'],
  ['a network without a sweeper', { network: 'Stellar' }, 'unknown_sweeper'],
  ['a network whose addresses need no opening', { network: 'Polygon' }, 'unknown_sweeper'],
])('%s is refused', async (_what, changes, code) => {
  expect(await open(changes)).toMatchObject({ outcome: 'refused', code })
  expect(journal.head().count).toBe(0)
})

test.each<[string, object]>([
  ['an owner', { owner: addressOf(4) }],
  ['no address', { salts: [] }],
  ['an address twice', { salts: [salt(1), salt(1)] }],
  ['a term that is not text', { terms: { ...terms, cuPrice: 1 } }],
])('the caller cannot send %s', async (_what, changes) => {
  await expect(open(changes)).rejects.toThrow(/./)
})
