import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { simulatedSolana } from '@afara/stack/chains/simulated-networks.ts'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  createAddressWithSeed,
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
  getCreateAccountWithSeedInstruction,
  getTransferSolInstruction,
  SYSTEM_PROGRAM_ADDRESS,
} from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { type FamilyLane, type FamilyTerms, fromHex, toHex } from './family-lane.ts'

const lane = address(simulatedSolana.lane)
const mint = address(simulatedSolana.mint)
const signer = createNoopSigner(lane)
const COMPUTE_BUDGET = address('ComputeBudget111111111111111111111111111111')
const MEMO = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
const UNITS_PER_KOBO = 10_000n
const KEY_AT = 12
// A wire transaction starts with its one signature.
const SIGNATURE = 65

export const solanaLane: FamilyLane = {
  network: 'Solana',
  address: lane,
  line: {
    family: 'solana',
    mode: 'test',
    network: 'Solana',
    number: 1,
    decimals: simulatedSolana.decimals,
    address: lane,
    key: 'test-solana-lane-1',
    mint,
    token_program: TOKEN_PROGRAM_ADDRESS,
    marker_secret: simulatedSolana.markerSecret,
    max_fee: '100000',
  },
  drawWallet: () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    return spell(publicKey.export({ format: 'der', type: 'spki' }).subarray(KEY_AT))
  },
  pay: async (terms) => write(await instructionsOf(terms)),
  // Uses another blockhash and the same lock account, so only one of the two can land.
  bump: async (terms) => write(await instructionsOf(terms, 2_000n)),
  cancel: async (lock) => write((await instructionsOf({ lock, address: lane, tokensMinor: 1n })).slice(0, 3)),
  wrong,
  meaningOf,
}

async function instructionsOf(
  { lock, address: to, tokensMinor }: FamilyTerms,
  price = 1_000n,
): Promise<Instruction[]> {
  const seed = createHmac('sha256', simulatedSolana.markerSecret).update(`${lane}:${lock}`).digest('hex')
  const marker = { baseAddress: lane, seed: seed.slice(0, 32), programAddress: SYSTEM_PROGRAM_ADDRESS }
  const [source, destination] = [await accountOf(lane), await accountOf(address(to))]
  const amount = tokensMinor * UNITS_PER_KOBO
  return [
    getCreateAccountWithSeedInstruction({
      payer: signer,
      newAccount: await createAddressWithSeed(marker),
      base: lane,
      seed: marker.seed,
      amount: 890_880n,
      space: 0n,
      programAddress: SYSTEM_PROGRAM_ADDRESS,
    }),
    budget(2, 120_000n, 4),
    budget(3, price, 8),
    getCreateAssociatedTokenIdempotentInstruction({
      payer: signer,
      ata: destination,
      owner: address(to),
      mint,
    }),
    getTransferCheckedInstruction({ source, mint, destination, authority: signer, amount, decimals: 6 }),
    { programAddress: MEMO, data: Buffer.from(`afara:${lock}`) },
  ]
}

async function wrong(terms: FamilyTerms): Promise<Array<{ what: string; unsigned: string }>> {
  const honest = await instructionsOf(terms)
  const stranger = address(solanaLane.drawWallet())
  const source = await accountOf(lane)
  const unchecked = getTransferInstruction({
    source,
    destination: await accountOf(address(terms.address)),
    authority: signer,
    amount: terms.tokensMinor * UNITS_PER_KOBO,
  })
  const gift = getTransferSolInstruction({ source: signer, destination: stranger, amount: 1n })
  const other = async (changes: Partial<FamilyTerms>): Promise<string> =>
    write(await instructionsOf({ ...terms, ...changes }))
  const theft = await instructionsOf({ ...terms, address: stranger })
  return [
    { what: 'another wallet', unsigned: await other({ address: stranger }) },
    { what: 'one kobo more', unsigned: await other({ tokensMinor: terms.tokensMinor + 1n }) },
    { what: 'the next lock', unsigned: await other({ lock: terms.lock + 1 }) },
    { what: 'an extra transfer of SOL at the end', unsigned: write([...honest, gift]) },
    { what: 'an extra transfer of SOL at the start', unsigned: write([gift, ...honest]) },
    { what: 'two payments', unsigned: write([...honest, ...theft.slice(3, 5)]) },
    { what: 'no instruction for the lock', unsigned: write(honest.slice(1)) },
    { what: 'a transfer that names no mint', unsigned: write(honest.with(4, unchecked)) },
    {
      what: 'the account of the beneficiary opened, but the tokens sent to another',
      unsigned: write(honest.with(4, theft[4] ?? gift)),
    },
    { what: 'a fee above the limit', unsigned: write(honest.with(2, budget(3, 10n ** 12n, 8))) },
    { what: 'a message in the legacy format', unsigned: write(honest, 'legacy') },
  ]
}

function meaningOf(text: string): string {
  try {
    const bytes = fromHex(text)
    const message = decompileTransactionMessage(
      getCompiledTransactionMessageDecoder().decode(bytes[0] === 1 ? bytes.subarray(SIGNATURE) : bytes),
    )
    const instructions: readonly Instruction[] = message.instructions
    return JSON.stringify([
      message.version,
      message.feePayer.address,
      ...instructions.map(({ programAddress, accounts = [], data = new Uint8Array() }) => [
        programAddress,
        accounts.map((account) => [account.address, account.role]),
        // The price of a compute unit is a fee.
        Buffer.from(programAddress === COMPUTE_BUDGET ? data.slice(0, 1) : data).toString('hex'),
      ]),
    ])
  } catch {
    return 'nothing'
  }
}

function write(instructions: readonly Instruction[], version: 0 | 'legacy' = 0): string {
  const lifetime = { blockhash: blockhash(spell(randomBytes(32))), lastValidBlockHeight: 0n }
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(lane, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return toHex(
    new Uint8Array(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message))),
  )
}

function budget(kind: number, value: bigint, size: number): Instruction {
  const data = Buffer.alloc(1 + 8)
  data[0] = kind
  data.writeBigUInt64LE(value, 1)
  return { programAddress: COMPUTE_BUDGET, data: new Uint8Array(data.subarray(0, 1 + size)) }
}

async function accountOf(owner: Address): Promise<Address> {
  const [account] = await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
  return account
}

function spell(bytes: Uint8Array): string {
  return getBase58Decoder().decode(bytes)
}
