import { Malformed } from '../bytes/rlp.ts'
import type { LanePolicy } from '../policy/policy.ts'
import { Refused, refuseUnless } from '../refused.ts'
import { decodeTransaction, type EvmTransaction } from './decode-transaction.ts'
import { decodeTransferCall } from './decode-transfer-call.ts'

export type Payment = Readonly<{ lock: bigint; to: string; tokensMinor: bigint }>

/** Reads bytes as one payment of the lane's token. Whatever else they would do is refused. */
export function readPayment(unsigned: Uint8Array, lane: LanePolicy): Payment {
  return read(unsigned, lane, ({ to: contract, data, nonce: lock }) => {
    refuseUnless(contract === lane.token, 'wrong_call', `${contract} is not the token of the lane`)
    const { to, units } = decodeTransferCall(data)
    const perKobo = 10n ** BigInt(lane.decimals - 2)
    refuseUnless(units > 0n && units % perKobo === 0n, 'wrong_amount', 'it is no whole number of kobo')
    return { lock, to, tokensMinor: units / perKobo }
  })
}

/** Reads bytes as a transaction of the wallet to itself that moves nothing and uses a lock up, and says which. */
export function readCancel(unsigned: Uint8Array, lane: LanePolicy): bigint {
  return read(unsigned, lane, ({ to, data, nonce }) => {
    refuseUnless(
      to === lane.address && data.length === 0,
      'wrong_call',
      'it is not an empty transaction to itself',
    )
    return nonce
  })
}

function read<T>(unsigned: Uint8Array, lane: LanePolicy, meaning: (transaction: EvmTransaction) => T): T {
  try {
    const transaction = decodeTransaction(unsigned)
    const { chainId, gas, maxFeePerGas, maxPriorityFeePerGas, value } = transaction
    refuseUnless(chainId === lane.chainId, 'wrong_chain', `chain ${chainId} is not that of the lane`)
    refuseUnless(value === 0n, 'wrong_call', 'it sends the coin of the network')
    refuseUnless(
      gas <= lane.maxGas && maxFeePerGas <= lane.maxFeePerGas && maxPriorityFeePerGas <= maxFeePerGas,
      'fee_too_high',
      `gas ${gas} at ${maxFeePerGas} is more than the lane may spend`,
    )
    return meaning(transaction)
  } catch (error) {
    throw error instanceof Malformed ? new Refused('malformed', error.message) : error
  }
}
