import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget'
import type { Terms } from '../../../movements/transfers/chain.ts'

const LIMIT = 2
const PRICE = 3

/** Until which block height its blockhash is good, bytes do not say; nothing of a lane ends by that. */
export function termsIn(raw: Uint8Array): Terms {
  const { messageBytes } = getTransactionDecoder().decode(raw)
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
  if (message.version !== 0) throw new Error(`this is a message of version ${message.version}`)
  const offers = message.instructions
    .filter(
      ({ programAddressIndex }) =>
        message.staticAccounts[programAddressIndex] === COMPUTE_BUDGET_PROGRAM_ADDRESS,
    )
    .map(({ data }) => Buffer.from(data ?? []))
  const limit = offers.find((data) => data[0] === LIMIT)
  const price = offers.find((data) => data[0] === PRICE)
  if (limit === undefined || price === undefined) throw new Error('these bytes offer nothing')
  return {
    blockhash: message.lifetimeToken,
    cuLimit: `${limit.readUInt32LE(1)}`,
    cuPrice: `${price.readBigUInt64LE(1)}`,
  }
}
