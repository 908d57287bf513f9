import { xdr } from '@stellar/stellar-sdk/base'

/** What came out at the end of a path whose beginning was fixed; undefined where the result (base64) does not say so. */
export function arrivedByStrictSend(resultXdr: string, index: number): bigint | undefined {
  const { result } = xdr.TransactionResult.fromXdr(resultXdr, 'base64')
  const inner = result.type === 'txFeeBumpInnerSuccess' ? result.innerResultPair.result.result : result
  const operation = inner.type === 'txSuccess' ? inner.results[index] : undefined
  if (operation?.type !== 'opInner' || operation.tr.type !== 'pathPaymentStrictSend') return undefined
  const sent = operation.tr.pathPaymentStrictSendResult
  return sent.type === 'pathPaymentStrictSendSuccess' ? sent.success.last.amount : undefined
}
