import { type Asset, xdr } from '@stellar/stellar-sdk/base'
import type { TokenLog } from '../../../movements/deposits/deposit-chain.ts'
import type { FoundTransaction } from './find-transaction.ts'
import { writeAmount } from './horizon-values.ts'
import { accountOf, readMuxedAddress } from './stellar-address.ts'
import type { StellarAsset } from './stellar-settings.ts'

type Account = Readonly<{ address: string; addressOf: (id: bigint) => string; asset: StellarAsset }>
type Operation = FoundTransaction['inner']['operations'][number]

/**
 * Whether the signed transaction contains the same payment: sender, recipient with id, asset and amount. The hash covers the transaction,
 * so no list of payments has to be trusted. The only exception is the amount that a strict-send path payment delivered: it is not in the
 * transaction, so it is read from the transaction's result.
 */
export function showsPayment(found: FoundTransaction, log: TokenLog, account: Account): boolean {
  const operation = found.inner.operations[log.logIndex]
  if (!found.succeeded || found.hash !== log.txHash || found.ledger !== log.block || operation === undefined)
    return false
  const source = operation.source ?? found.inner.source
  if (operation.type === 'clawback')
    return (
      operation.from === log.sender &&
      operation.amount === writeAmount(log.units) &&
      isOf(operation.asset, account.asset) &&
      accountOf(source) === log.address
    )
  const move = readMove(found, operation, log)
  if (move === undefined || move.units !== log.units || !isOf(move.asset, account.asset)) return false
  if (source !== log.sender) return false
  if (accountOf(log.sender) === account.address) return accountOf(move.to) === log.address
  const id = readNumber(found, move.to)
  return accountOf(move.to) === account.address && id !== undefined && account.addressOf(id) === log.address
}

function readMove(
  found: FoundTransaction,
  operation: Operation,
  { logIndex, units }: TokenLog,
): Readonly<{ to: string; asset: Asset; units: bigint | undefined }> | undefined {
  const equals = (amount: string): bigint | undefined => (amount === writeAmount(units) ? units : undefined)
  switch (operation.type) {
    case 'payment':
      return { to: operation.destination, asset: operation.asset, units: equals(operation.amount) }
    case 'pathPaymentStrictReceive':
      return { to: operation.destination, asset: operation.destAsset, units: equals(operation.destAmount) }
    case 'pathPaymentStrictSend':
      return {
        to: operation.destination,
        asset: operation.destAsset,
        units: arrivedByStrictSend(found.resultXdr, logIndex),
      }
    default:
      return undefined
  }
}

function isOf(asset: Asset, { code, issuer }: StellarAsset): boolean {
  return asset.getCode() === code && asset.getIssuer() === issuer
}

/** Returns the id in the address or in the memo, or undefined if there is none or the two differ. */
function readNumber({ inner }: FoundTransaction, to: string): bigint | undefined {
  const inAddress = readMuxedAddress(to)?.id
  const memo = inner.memo.type === 'id' ? BigInt(String(inner.memo.value)) : undefined
  if (inAddress !== undefined && memo !== undefined && inAddress !== memo) return undefined
  return inAddress ?? memo
}

/** Returns the amount that a strict-send path payment delivered, or undefined if the result (base64) does not contain it. */
function arrivedByStrictSend(resultXdr: string, index: number): bigint | undefined {
  const { result } = xdr.TransactionResult.fromXdr(resultXdr, 'base64')
  const inner = result.type === 'txFeeBumpInnerSuccess' ? result.innerResultPair.result.result : result
  const operation = inner.type === 'txSuccess' ? inner.results[index] : undefined
  if (operation?.type !== 'opInner' || operation.tr.type !== 'pathPaymentStrictSend') return undefined
  const sent = operation.tr.pathPaymentStrictSendResult
  return sent.type === 'pathPaymentStrictSendSuccess' ? sent.success.last.amount : undefined
}
