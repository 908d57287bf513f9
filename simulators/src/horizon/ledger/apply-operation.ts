import type { Transaction } from '@stellar/stellar-sdk/base'
import type { Applied, Operation } from './applied.ts'
import { applyAccountOperation } from './apply-account-operation.ts'
import { applyClaimable } from './apply-claimable.ts'
import { applyIssuerOperation } from './apply-issuer-operation.ts'
import { applyPathPayment } from './apply-path-payment.ts'
import { applyPayment } from './apply-payment.ts'
import type { Draft } from './ledger-state.ts'
import { partyOf } from './party.ts'
import { kindOf } from './result-codes.ts'

/** Applies an operation. Every operation checks first and changes afterwards, so that a failed operation changes nothing. */
export function applyOperation(
  draft: Draft,
  transaction: Transaction,
  index: number,
  ledger: number,
): Applied {
  const operation = transaction.operations[index] as Operation
  const source = partyOf(operation.source ?? transaction.source)
  const context = { draft, transaction, index, source, ledger }
  const refused = (code: string): Applied => ({ code, details: {}, others: [] })
  if (kindOf(operation.type) === undefined) return refused('op_not_supported')
  if (draft.account(source.account) === undefined) return refused('op_no_source_account')
  switch (operation.type) {
    case 'payment':
      return applyPayment(context, operation)
    case 'pathPaymentStrictSend':
    case 'pathPaymentStrictReceive':
      return applyPathPayment(context, operation)
    case 'createClaimableBalance':
    case 'claimClaimableBalance':
      return applyClaimable(context, operation)
    case 'clawback':
    case 'setTrustLineFlags':
    case 'setOptions':
      return applyIssuerOperation(context, operation)
    case 'createAccount':
    case 'changeTrust':
    case 'manageData':
    case 'bumpSequence':
    case 'accountMerge':
      return applyAccountOperation(context, operation)
    default:
      return refused('op_not_supported')
  }
}
