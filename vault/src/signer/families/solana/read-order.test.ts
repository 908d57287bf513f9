import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  createNoopSigner,
  createTransactionMessage,
  decompileTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import {
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../../shared/bytes.ts'
import { createSettingReader } from '../../../shared/settings.ts'
import { seedAddress } from '../../../shared/solana-address.ts'
import { createLocalKey } from '../../keys/local-key.ts'
import { verifiedKey } from '../../keys/verified-key.ts'
import { signWithKeys } from '../../sign-with-keys.ts'
import type { Assembled, Signable } from '../family.ts'
import { markerSeed } from './instructions.ts'
import { solana } from './solana.ts'

const SECRET = 'a secret of more than thirty-two characters'
const key = verifiedKey(createLocalKey(new Uint8Array(32).fill(7), 'ed25519'))
const lane = address(solana.addressOf(key))
const spell = (byte: number): Address => address(getBase58Decoder().decode(new Uint8Array(32).fill(byte)))
const mint = spell(9)
const wallet = address(solana.addressOf(verifiedKey(createLocalKey(new Uint8Array(32).fill(8), 'ed25519'))))
const ataOf = async (owner: Address): Promise<Address> =>
  (await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]
const offCurve = await ataOf(wallet)
const recent = spell(3)
const settings = {
  mint,
  token_program: TOKEN_PROGRAM_ADDRESS,
  marker_secret: SECRET,
  max_fee: '6000',
}
const chain = solana.readLane(
  { address: lane, key: 'lane', decimals: 6 },
  createSettingReader(settings, new Set(solana.laneSettings), 'lane 1 of the policy'),
)
const context = { atMs: 0, signed: [], lately: 0 }
const signer = createNoopSigner(lane)

type Part = 'marker' | 'limit' | 'price' | 'open' | 'transfer' | 'memo'
type Changes = Partial<{
  feePayer: Address
  lock: bigint
  secret: string
  to: Address
  units: bigint
  base: Address
  named: boolean
  rent: bigint
  space: bigint
  owner: Address
  cuLimit: number
  cuPrice: bigint
  mint: Address
  token: Address
  source: Address
  ata: Address
  decimals: number
  memo: string
  memoProgram: Address
  parts: readonly Part[]
  more: Instruction
}>

const LOCK = 41n
const PAY: readonly Part[] = ['marker', 'limit', 'price', 'open', 'transfer', 'memo']

/** Writes a message with another library, as the server does. */
async function write(changes: Changes = {}, version: 0 | 'legacy' = 0): Promise<Uint8Array> {
  const lock = changes.lock ?? LOCK
  const to = changes.to ?? wallet
  const seed = markerSeed(changes.secret ?? SECRET, lane, lock)
  const destination = changes.ata ?? (to === offCurve ? to : await ataOf(to))
  const programAddress = changes.token ?? TOKEN_PROGRAM_ADDRESS
  const parts: Record<Part, Instruction> = {
    marker: getCreateAccountWithSeedInstruction({
      payer: signer,
      newAccount: address(seedAddress(lane, seed, SYSTEM_PROGRAM_ADDRESS)),
      base: changes.base ?? lane,
      ...(changes.named ? { baseAccount: signer } : {}),
      seed,
      amount: changes.rent ?? 890_880n,
      space: changes.space ?? 0n,
      programAddress: changes.owner ?? SYSTEM_PROGRAM_ADDRESS,
    }),
    limit: getSetComputeUnitLimitInstruction({ units: changes.cuLimit ?? 100_000 }),
    price: getSetComputeUnitPriceInstruction({ microLamports: changes.cuPrice ?? 10_000n }),
    open: getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: destination,
      owner: to,
      mint: changes.mint ?? mint,
      tokenProgram: programAddress,
    }),
    transfer: getTransferCheckedInstruction(
      {
        source: changes.source ?? (await ataOf(lane)),
        mint: changes.mint ?? mint,
        destination,
        authority: signer,
        amount: changes.units ?? 5_000_000n,
        decimals: changes.decimals ?? 6,
      },
      { programAddress },
    ),
    memo: getAddMemoInstruction(
      { memo: changes.memo ?? `afara:${lock}` },
      { programAddress: changes.memoProgram ?? LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
    ),
  }
  const wanted = changes.parts ?? (to === offCurve ? PAY.filter((part) => part !== 'open') : PAY)
  const instructions = [...wanted.map((part) => parts[part]), ...(changes.more ? [changes.more] : [])]
  const lifetime = { blockhash: blockhash(recent), lastValidBlockHeight: 0n }
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(changes.feePayer ?? lane, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message)))
}

/** The vault's verdict on bytes, for a payment of 500 kobo on the lock. */
function judge(bytes: Uint8Array, to: string = wallet): string {
  try {
    const payment = chain.readPayment(bytes, context)
    if (!payment.isOnLock(LOCK)) return 'wrong_lock'
    if (!payment.isTo(to)) return 'wrong_destination'
    return payment.tokensMinor === 500n ? 'signed' : 'wrong_amount'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

test('a payment that another library wrote is read correctly, to a wallet and to a token account', async () => {
  expect(judge(await write())).toBe('signed')
  expect(judge(await write({ to: offCurve }), offCurve)).toBe('signed')
})

test('listing the base of a marker a second time changes nothing', async () => {
  expect(judge(await write({ named: true }))).toBe('signed')
})

async function sign(signable: Signable): Promise<Assembled> {
  const [signed] = await signWithKeys(new Map([['lane', key]]), [signable])
  if (signed === undefined) throw new Error('nothing was signed')
  return signed
}

test('another library accepts the signed bytes and identifies them by the signature', async () => {
  const payment = chain.readPayment(await write(), context)
  const [signature] = await key.signAll([payment.payload])
  const { raw, hash } = await sign(payment)
  expect(payment.keys).toEqual(['lane'])
  expect([...raw.subarray(0, 65)]).toEqual([1, ...(signature as Uint8Array)])
  expect(getBase58Decoder().decode(raw.subarray(1, 65))).toBe(hash)
})

describe('a message that would do anything else is refused', () => {
  const stranger = spell(11)
  const cases: readonly [string, Changes, string][] = [
    ['another lock', { lock: 42n }, 'wrong_lock'],
    ['the memo of another lock', { memo: 'afara:42' }, 'wrong_lock'],
    ['a memo in another format', { memo: 'hello' }, 'wrong_call'],
    ['another program for the memo', { memoProgram: stranger }, 'wrong_call'],
    ['another wallet', { to: lane }, 'wrong_destination'],
    ['an account that is not the wallet’s', { ata: stranger }, 'wrong_destination'],
    ['another amount', { units: 5_010_000n }, 'wrong_amount'],
    ['a part of a kobo', { units: 5_000_001n }, 'wrong_amount'],
    ['other decimals', { decimals: 7 }, 'wrong_call'],
    ['another mint', { mint: stranger }, 'wrong_call'],
    ['another token program', { token: stranger }, 'wrong_call'],
    ['tokens of another account', { source: stranger }, 'wrong_call'],
    ['a fee that another account pays', { feePayer: wallet }, 'wrong_call'],
    ['a fee that is too high', { cuPrice: 10_001n }, 'fee_too_high'],
    ['more units than the fee allows', { cuLimit: 100_001 }, 'fee_too_high'],
    ['a marker with more lamports', { rent: 890_881n }, 'wrong_call'],
    ['a marker with space for data', { space: 1n }, 'wrong_call'],
    ['a marker of another program', { owner: stranger }, 'wrong_call'],
    ['a marker of another base', { base: wallet }, 'wrong_call'],
    ['no marker', { parts: ['limit', 'price', 'open', 'transfer', 'memo'] }, 'malformed'],
    ['no memo', { parts: ['marker', 'limit', 'price', 'open', 'transfer'] }, 'malformed'],
    [
      'no account for the wallet',
      { parts: ['marker', 'limit', 'price', 'transfer', 'memo'] },
      'wrong_destination',
    ],
    ['two transfers', { parts: [...PAY, 'transfer'] }, 'wrong_call'],
    ['two memos', { parts: [...PAY, 'memo'] }, 'wrong_call'],
    [
      'instructions in another order',
      { parts: ['limit', 'price', 'marker', 'open', 'transfer', 'memo'] },
      'wrong_call',
    ],
    [
      'an extra transfer of SOL',
      { more: getTransferSolInstruction({ source: signer, destination: wallet, amount: 1n }) },
      'wrong_call',
    ],
    [
      'another signer',
      {
        more: {
          programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3,
          accounts: [{ address: wallet, role: AccountRole.READONLY_SIGNER }],
        },
      },
      'wrong_call',
    ],
  ]
  test.each(cases)('%s', async (_what, changes, code) => {
    expect(judge(await write(changes))).toBe(code)
  })

  test('a legacy message, one with a lookup table, and empty bytes', async () => {
    expect(judge(await write({}, 'legacy'))).toBe('malformed')
    const bytes = await write()
    const lookup = Uint8Array.from([...bytes.subarray(0, -1), 1, ...new Uint8Array(32), 1, 0, 0])
    expect(judge(lookup)).toBe('malformed')
    expect(judge(Uint8Array.from([...bytes, 0]))).toBe('malformed')
    expect(judge(new Uint8Array())).toBe('malformed')
  })

  test('a wallet in the place of a token account, and vice versa', async () => {
    expect(judge(await write({ to: offCurve }))).toBe('wrong_destination')
    expect(judge(await write(), offCurve)).toBe('wrong_destination')
    // Pays the token account of an address off the curve, for whose tokens nobody has a key.
    expect(judge(await write({ to: offCurve, parts: PAY, ata: await ataOf(wallet) }), offCurve)).toBe(
      'wrong_destination',
    )
  })
})

test('a cancel opens the account of its lock and does nothing else', async () => {
  const parts = ['marker', 'limit', 'price'] as const
  expect(chain.readCancel(await write({ parts }), context).isOnLock(LOCK)).toBe(true)
  expect(chain.readCancel(await write({ parts, lock: 42n }), context).isOnLock(LOCK)).toBe(false)
  for (const changes of [
    {},
    { parts: [...parts, 'memo'] as const },
    { parts: ['marker', 'limit'] as const },
  ]) {
    const bytes = await write(changes)
    expect(() => chain.readCancel(bytes, context)).toThrow(
      /the amount|the message|a cancel must|the lane does not pay the fee/,
    )
  }
})

test('a lock is signed again only with the same marker account: with the account of another secret it could be paid twice', async () => {
  const payment = chain.readPayment(await write(), context)
  const { raw } = await sign(payment)
  const again = { ...context, signed: [toHex(raw)], lately: 1 }
  const parts = ['marker', 'limit', 'price'] as const
  expect(chain.readPayment(await write({ cuPrice: 9_000n }), again).isOnLock(LOCK)).toBe(true)
  expect(chain.readCancel(await write({ parts }), again).isOnLock(LOCK)).toBe(true)

  const other = solana.readLane(
    { address: lane, key: 'lane', decimals: 6 },
    createSettingReader(
      { ...settings, marker_secret: `${SECRET}, and another` },
      new Set(solana.laneSettings),
      'lane 1',
    ),
  )
  const bytes = await write({ secret: `${SECRET}, and another` })
  expect(other.readPayment(bytes, context).isOnLock(LOCK)).toBe(true)
  expect(() => other.readPayment(bytes, again)).toThrow(/secret of the markers/)
})

test('the number of signatures per lock and hour is limited, because each transaction that lands costs a fee', async () => {
  const parts = ['marker', 'limit', 'price'] as const
  const [bytes, cancel] = [await write(), await write({ parts })]
  expect(chain.readPayment(bytes, { ...context, lately: 119 }).isOnLock(LOCK)).toBe(true)
  expect(() => chain.readPayment(bytes, { ...context, lately: 120 })).toThrow(/in an hour/)
  expect(() => chain.readCancel(cancel, { ...context, lately: 120 })).toThrow(/in an hour/)
})

test('bytes with one changed byte are refused, unless only the price or the blockhash differs', async () => {
  const honest = await write()
  const direct = await write({ to: offCurve })
  let signed = 0
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.constantFrom('change', 'change', 'change', 'drop', 'insert'),
      (isDirect, place, change, kind) => {
        const bytes = [...(isDirect ? direct : honest)]
        const at = place % bytes.length
        if (kind === 'change') bytes[at] = (bytes[at] ?? 0) ^ change
        else bytes.splice(at, kind === 'drop' ? 1 : 0, ...(kind === 'drop' ? [] : [change]))
        const changed = Uint8Array.from(bytes)
        if (judge(changed, isDirect ? offCurve : wallet) !== 'signed') return
        signed += 1
        expect(meaningOf(changed)).toEqual(meaningOf(isDirect ? direct : honest))
      },
    ),
    { numRuns: 4_000 },
  )
  // The blockhash alone is one twentieth of the bytes.
  expect(signed).toBeGreaterThan(50)
})

/** The message as another library reads it, without the blockhash and the unit price. */
function meaningOf(bytes: Uint8Array): unknown {
  const message = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(bytes))
  const instructions: readonly Instruction[] = message.instructions
  const { feePayer } = message
  return {
    feePayer,
    instructions: instructions.map(({ programAddress, accounts = [], data = new Uint8Array() }) => [
      programAddress,
      accounts.map((account) => [account.address, account.role]),
      programAddress.startsWith('ComputeBudget') ? data[0] : Buffer.from(data).toString('hex'),
    ]),
  }
}
