import type { TransactionSerializedEIP1559 } from 'viem'
import { bytesToHex, parseTransaction } from 'viem/utils'
import type { Fees } from './fees.ts'

export function feesIn(raw: Uint8Array): Fees {
  const parsed = parseTransaction(bytesToHex(raw) as TransactionSerializedEIP1559)
  const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n, gas = 0n } = parsed
  return { maxFeePerGas, maxPriorityFeePerGas, gas }
}
