import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransactionMessage,
  createTransactionMessage,
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
import type { Terms } from '../../../movements/transfers/chain.ts'
import { readOffer } from './terms.ts'

/** The bytes that are signed: a message of version 0 without lookup tables, so that whoever signs can read every account in it. */
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

/** What is offered for being taken, as instructions. */
export function offerInstructions(terms: Terms): readonly Instruction[] {
  const { cuLimit, cuPrice } = readOffer(terms)
  // Units of computing are no amount; there are at most 1,400,000.
  if (cuLimit > 1_400_000n) throw new Error(`${cuLimit} units are more than the network allows`)
  return [
    getSetComputeUnitLimitInstruction({ units: Number(cuLimit) }),
    getSetComputeUnitPriceInstruction({ microLamports: cuPrice }),
  ]
}
