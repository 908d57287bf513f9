import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  createNoopSigner,
  createTransactionMessage,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  isOffCurveAddress,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget'
import { getAddMemoInstruction, LEGACY_MEMO_PROGRAM_ADDRESS_V3 } from '@solana-program/memo'
import { getCreateAccountWithSeedInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import type { Terms } from '../../../../movements/transfers/chain.ts'
import { SYSTEM_PROGRAM } from '../addresses/solana-address.ts'
import { MARKER_RENT, type Markers } from '../locks/markers.ts'
import { readOffer } from './terms.ts'

export type Token = Readonly<{ mint: string; decimals: number; tokenProgram: string }>

type Lock = Readonly<{ from: string; lock: bigint; terms: Terms }>

/** Builds a payment. It opens the lock's marker first, so that the whole transaction happens at most once. */
export async function payMessage(
  { token, markers }: Readonly<{ token: Token; markers: Markers }>,
  { to, units, ...lock }: Lock & Readonly<{ to: string; units: bigint }>,
): Promise<Uint8Array> {
  const { mint, decimals } = token
  const payer = createNoopSigner(address(lock.from))
  const destination = await tokenAccountFor(token, to)
  const tokenProgram = address(token.tokenProgram)
  const open = getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata: address(destination),
    owner: address(to),
    mint: address(mint),
    tokenProgram,
  })
  const transfer = getTransferCheckedInstruction(
    {
      source: address(await tokenAccountFor(token, lock.from)),
      mint: address(mint),
      destination: address(destination),
      authority: payer,
      amount: units,
      decimals,
    },
    { programAddress: tokenProgram },
  )
  const memo = getAddMemoInstruction(
    { memo: `afara:${lock.lock}` },
    { programAddress: LEGACY_MEMO_PROGRAM_ADDRESS_V3 },
  )
  return buildMessage(lock.from, lock.terms, [
    ...openMarker(markers, lock),
    ...(destination === to ? [] : [open]),
    transfer,
    memo,
  ])
}

/** Builds a cancel. It only opens the marker, which uses the lock and moves no tokens. */
export function cancelMessage(markers: Markers, lock: Lock): Uint8Array {
  return buildMessage(lock.from, lock.terms, openMarker(markers, lock))
}

/**
 * Returns the token account that receives tokens for an address. An address on the curve is a wallet, which has one associated account per
 * mint. An address off the curve is itself a token account, which the preflight has checked.
 */
export async function tokenAccountFor({ mint, tokenProgram }: Token, to: string): Promise<string> {
  const owner = address(to)
  if (isOffCurveAddress(owner)) return to
  const [account] = await findAssociatedTokenPda({
    owner,
    mint: address(mint),
    tokenProgram: address(tokenProgram),
  })
  return account
}

function openMarker(markers: Markers, { from, lock, terms }: Lock): readonly Instruction[] {
  const lane = address(from)
  const open = getCreateAccountWithSeedInstruction({
    payer: createNoopSigner(lane),
    newAccount: address(markers.addressOf(from, lock)),
    base: lane,
    seed: markers.seedOf(from, lock),
    amount: MARKER_RENT,
    space: 0n,
    programAddress: address(SYSTEM_PROGRAM),
  })
  return [open, ...offerInstructions(terms)]
}

/** Builds the bytes to sign: a message of version 0 without lookup tables, so that the signer can read every account in it. */
export function buildMessage(
  feePayer: string,
  terms: Terms,
  instructions: readonly Instruction[],
): Uint8Array {
  const lifetime = { blockhash: blockhash(terms['blockhash'] ?? ''), lastValidBlockHeight: 0n }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(address(feePayer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  )
  return Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message)))
}

/** Returns the instructions that set the compute limit and price. */
export function offerInstructions(terms: Terms): readonly Instruction[] {
  const { cuLimit, cuPrice } = readOffer(terms)
  // Compute units fit in a number, because the network allows at most 1,400,000.
  if (cuLimit > 1_400_000n)
    throw new Error(`a compute limit of ${cuLimit} units is more than the network allows`)
  return [
    getSetComputeUnitLimitInstruction({ units: Number(cuLimit) }),
    getSetComputeUnitPriceInstruction({ microLamports: cuPrice }),
  ]
}
