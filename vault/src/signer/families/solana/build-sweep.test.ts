import {
  type Address,
  address,
  createAddressWithSeed,
  createNoopSigner,
  decompileTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  type Instruction,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getAllocateWithSeedInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCloseAccountInstruction,
  getInitializeAccount3Instruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { expect, test } from 'vitest'
import { createSettingReader } from '../../../shared/settings.ts'
import { depositSeed } from '../../../shared/solana-address.ts'
import { solana } from './solana.ts'

const spell = (byte: number): Address => address(getBase58Decoder().decode(new Uint8Array(32).fill(byte)))
const [sweeper, mint, treasury, recent] = [spell(5), spell(9), spell(6), spell(3)]
const settings = {
  mint,
  token_program: TOKEN_PROGRAM_ADDRESS,
  decimals: 6,
  treasury,
  openings_per_hour: 10,
}
const chain = solana.readSweeper(
  { address: sweeper, key: 'sweeper' },
  createSettingReader(settings, new Set(solana.sweeperSettings), 'sweeper 1 of the policy'),
)
const terms = { blockhash: recent, lastValidBlockHeight: '7', cuPrice: '1000000', cuLimit: '2500' }
const salt = (n: number) => `0x${`${n}`.padStart(2, '0').repeat(16)}${'ff'.repeat(16)}`
const seedOf = (n: number) => depositSeed({ address: sweeper, tokenProgram: TOKEN_PROGRAM_ADDRESS }, salt(n))
const accountOf = async (n: number): Promise<Address> =>
  createAddressWithSeed({
    baseAddress: sweeper,
    seed: seedOf(n),
    programAddress: TOKEN_PROGRAM_ADDRESS,
  })
const owner = createNoopSigner(sweeper)
const budget = [
  getSetComputeUnitLimitInstruction({ units: 2_500 }),
  getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n }),
]

/** Program, account addresses and data of each instruction. The roles of the accounts are left out. */
const plain = (instructions: readonly Instruction[]) =>
  instructions.map(({ programAddress, accounts = [], data = new Uint8Array() }) => ({
    programAddress,
    accounts: accounts.map((account) => account.address),
    data: Buffer.from(data).toString('hex'),
  }))
const read = (bytes: Uint8Array) =>
  decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(bytes))

test('according to another library, a sweep sends everything to the treasury’s account and closes the emptied accounts', async () => {
  const built = chain.buildSweep({
    nonce: 0n,
    items: [
      { salt: salt(1), units: 77n },
      { salt: salt(2), units: 0n },
    ],
    terms,
  })
  const [destination] = await findAssociatedTokenPda({
    owner: treasury,
    mint,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
  })
  const message = read(built.payload)
  expect(message.feePayer.address).toBe(sweeper)
  const close = (account: Address) => getCloseAccountInstruction({ account, destination: sweeper, owner })
  expect(plain(message.instructions)).toEqual(
    plain([
      ...budget,
      getTransferCheckedInstruction({
        source: await accountOf(1),
        mint,
        destination,
        authority: owner,
        amount: 77n,
        decimals: 6,
      }),
      close(await accountOf(1)),
      close(await accountOf(2)),
    ]),
  )
  expect(built).toMatchObject({ keys: ['sweeper'], cost: 7_500n })
})

test('an opening creates accounts of the sweeper, and its cost includes their rent', async () => {
  const built = chain.opening?.build({ salts: [salt(1), salt(2)], terms })
  const open = async (n: number): Promise<Instruction[]> => [
    getTransferSolInstruction({ source: owner, destination: await accountOf(n), amount: 2_039_280n }),
    getAllocateWithSeedInstruction({
      newAccount: await accountOf(n),
      baseAccount: owner,
      base: sweeper,
      seed: seedOf(n),
      space: 165n,
      programAddress: TOKEN_PROGRAM_ADDRESS,
    }),
    getInitializeAccount3Instruction({ account: await accountOf(n), mint, owner: sweeper }),
  ]
  const { instructions } = read(built?.payload ?? new Uint8Array())
  expect(plain(instructions)).toEqual(plain([...budget, ...(await open(1)), ...(await open(2))]))
  expect(built?.cost).toBe(7_500n + 2n * 2_039_280n)
})

test('a transaction can sweep twelve accounts or open four, and one that is too large is refused', () => {
  const salts = (count: number) => Array.from({ length: count }, (_, n) => salt(n))
  const sweep = (count: number) =>
    chain.buildSweep({ nonce: 0n, items: salts(count).map((one) => ({ salt: one, units: 1n })), terms })
  expect(sweep(12).payload.length).toBeLessThanOrEqual(1_167)
  expect(() => sweep(20)).toThrow(/too many deposit addresses/)
  expect(chain.opening?.build({ salts: salts(4), terms }).payload.length).toBeLessThanOrEqual(1_167)
  expect(() => chain.opening?.build({ salts: salts(6), terms })).toThrow(/too many deposit addresses/)
})

test('an amount that eight bytes cannot hold is refused', () => {
  const sweep = (units: bigint) => () =>
    chain.buildSweep({ nonce: 0n, items: [{ salt: salt(1), units }], terms })
  expect(sweep(2n ** 64n - 1n)).not.toThrow()
  expect(sweep(2n ** 64n)).toThrow(/units is too large/)
})

test.each([
  ['an invalid blockhash', { ...terms, blockhash: 'soon' }],
  ['an invalid price', { ...terms, cuPrice: '1e9' }],
  ['an unknown term', { ...terms, to: treasury }],
  ['a missing limit', { blockhash: recent, lastValidBlockHeight: '7', cuPrice: '1' }],
])('an order with %s is refused', (_what, wrong) => {
  expect(() => chain.opening?.build({ salts: [salt(1)], terms: wrong })).toThrow(/term|cuPrice/)
})
