import { refuseUnless } from '../../answers.ts'
import { refuseMalformed } from '../byte-reader.ts'
import type { OnLock, Payment } from '../family.ts'
import { decodeTransaction, decodeTransferCall, type EvmTransaction, signable } from './transaction.ts'

/** A lane's settings from the policy. Addresses are in lower case. */
type EvmLane = Readonly<{
  chainId: bigint
  token: string
  decimals: number
  address: string
  key: string
  maxFeePerGas: bigint
  maxGas: bigint
}>

/** Reads bytes as one payment of the lane's token. Refuses bytes that would do anything else. */
export function readPayment(unsigned: Uint8Array, lane: EvmLane): Payment {
  return read(unsigned, lane, ({ to: contract, data, nonce }) => {
    refuseUnless(
      contract === lane.token,
      'wrong_call',
      `the transaction calls ${contract}, which is not the token of the lane`,
    )
    const { to, units } = decodeTransferCall(data)
    const perKobo = 10n ** BigInt(lane.decimals - 2)
    refuseUnless(
      units > 0n && units % perKobo === 0n,
      'wrong_amount',
      'the amount is not a whole number of kobo above zero',
    )
    return {
      ...signable(unsigned, lane.key),
      isOnLock: (lock) => lock === nonce,
      isTo: (address) => address === to,
      tokensMinor: units / perKobo,
    }
  })
}

/** Reads bytes as a transaction of the wallet to itself, which moves nothing and consumes a lock. */
export function readCancel(unsigned: Uint8Array, lane: EvmLane): OnLock {
  return read(unsigned, lane, ({ to, data, nonce }) => {
    refuseUnless(
      to === lane.address && data.length === 0,
      'wrong_call',
      'a cancel must be an empty transaction from the lane to itself',
    )
    return { ...signable(unsigned, lane.key), isOnLock: (lock) => lock === nonce }
  })
}

function read<T>(unsigned: Uint8Array, lane: EvmLane, meaning: (transaction: EvmTransaction) => T): T {
  return refuseMalformed(() => {
    const transaction = decodeTransaction(unsigned)
    const { chainId, gas, maxFeePerGas, maxPriorityFeePerGas, value } = transaction
    refuseUnless(
      chainId === lane.chainId,
      'wrong_chain',
      `the transaction is for chain ${chainId}, which is not the chain of the lane`,
    )
    refuseUnless(value === 0n, 'wrong_call', 'the transaction sends the coin of the network')
    refuseUnless(
      gas <= lane.maxGas && maxFeePerGas <= lane.maxFeePerGas && maxPriorityFeePerGas <= maxFeePerGas,
      'fee_too_high',
      `gas ${gas} at ${maxFeePerGas} is above the limit of the lane, or the priority fee is above the maximum fee`,
    )
    return meaning(transaction)
  })
}
