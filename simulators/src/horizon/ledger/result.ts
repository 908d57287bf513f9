import { xdr } from '@stellar/stellar-sdk/base'
import { kindOf, operationCodes, type TransactionCode, transactionCodes } from './result-codes.ts'
import type { Submitted } from './submitted.ts'

/** The outcome of one operation. `payload` is what the XDR of a success contains, if anything. */
type OperationResult = Readonly<{ code: string; type: string; payload?: object }>

/** The outcome of a transaction, or the reason why it entered no ledger. */
export type TransactionResult = Readonly<{
  code: TransactionCode
  operations?: readonly OperationResult[]
  feeCharged: bigint
}>

export type ResultCodes = Readonly<{ transaction: string; inner_transaction?: string; operations?: string[] }>

/**
 * `outer` is the code of the fee bump around the transaction of `result`. It is missing if there is no fee bump. It is also missing if the
 * fee bump itself fails: `result` is then that of the fee bump.
 */
export type Outcome = Readonly<{ outer?: TransactionCode; result: TransactionResult }>

export function isSuccess({ outer, result }: Outcome): boolean {
  return result.code === 'tx_success' && (outer === undefined || outer === 'tx_fee_bump_inner_success')
}

export function showCodes({ outer, result }: Outcome): ResultCodes {
  const operations = result.operations && { operations: result.operations.map(({ code }) => code) }
  if (outer === undefined) return { transaction: result.code, ...operations }
  return { transaction: outer, inner_transaction: result.code, ...operations }
}

export function encodeOutcome({ outer, result }: Outcome, { innerHash }: Submitted): string {
  const own = wireOf(result)
  const wire =
    outer === undefined
      ? { feeCharged: result.feeCharged, result: own, ext: { v: 0 } }
      : {
          feeCharged: result.feeCharged,
          result: {
            code: transactionCodes[outer],
            innerResultPair: {
              transactionHash: Buffer.from(innerHash, 'hex'),
              result: { feeCharged: 0n, result: own, ext: { v: 0 } },
            },
          },
          ext: { v: 0 },
        }
  return xdr.TransactionResult.fromXdrObject(wire as xdr.TransactionResultWire).toXdr('base64')
}

function wireOf({ code, operations }: TransactionResult): object {
  const hasOperations = code === 'tx_success' || code === 'tx_failed'
  return {
    code: transactionCodes[code],
    ...(hasOperations && { results: (operations ?? []).map(operationWire) }),
  }
}

const CARRYING = new Set(['pathPaymentStrictSend', 'pathPaymentStrictReceive', 'createClaimableBalance'])

function operationWire({ code, type, payload }: OperationResult): object {
  const early = (operationCodes as Record<string, number>)[code]
  if (early !== undefined) return { code: early }
  const kind = kindOf(type)
  // In a transaction that was refused before it ran, an operation counts as successful but has no payload. XDR cannot encode such a
  // success, so another code is used.
  if (code === 'op_success' && payload === undefined && CARRYING.has(type))
    return { code: operationCodes.op_not_supported }
  return {
    code: 0,
    tr: { type: kind?.type, [kind?.result ?? '']: { code: kind?.codes[code], ...payload } },
  }
}
