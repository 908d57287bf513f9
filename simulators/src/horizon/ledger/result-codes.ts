/** Horizon's codes of transactions, with their numbers in XDR. */
export const transactionCodes = {
  tx_fee_bump_inner_success: 1,
  tx_success: 0,
  tx_failed: -1,
  tx_too_early: -2,
  tx_too_late: -3,
  tx_missing_operation: -4,
  tx_bad_seq: -5,
  tx_bad_auth: -6,
  tx_insufficient_balance: -7,
  tx_no_source_account: -8,
  tx_insufficient_fee: -9,
  tx_bad_auth_extra: -10,
  tx_not_supported: -12,
  tx_fee_bump_inner_failed: -13,
} as const

export type TransactionCode = keyof typeof transactionCodes

/** Codes of every operation, before the checks of its type. */
export const operationCodes = { op_bad_auth: -1, op_no_source_account: -2, op_not_supported: -3 } as const

const paid = {
  op_success: 0,
  op_malformed: -1,
  op_underfunded: -2,
  op_src_no_trust: -3,
  op_src_not_authorized: -4,
  op_no_destination: -5,
  op_no_trust: -6,
  op_not_authorized: -7,
  op_line_full: -8,
}

/** Operations that the simulator supports: their number, the name of their result in XDR, and their codes. */
const operationKinds = {
  createAccount: {
    type: 0,
    name: 'create_account',
    result: 'createAccountResult',
    codes: { op_success: 0, op_malformed: -1, op_underfunded: -2, op_already_exists: -4 },
  },
  payment: { type: 1, name: 'payment', result: 'paymentResult', codes: paid },
  pathPaymentStrictReceive: {
    type: 2,
    name: 'path_payment_strict_receive',
    result: 'pathPaymentStrictReceiveResult',
    codes: { ...paid, op_too_few_offers: -10, op_over_source_max: -12 },
  },
  setOptions: {
    type: 5,
    name: 'set_options',
    result: 'setOptionsResult',
    codes: { op_success: 0, op_bad_flags: -4, op_auth_revocable_required: -10 },
  },
  changeTrust: {
    type: 6,
    name: 'change_trust',
    result: 'changeTrustResult',
    codes: {
      op_success: 0,
      op_malformed: -1,
      op_no_issuer: -2,
      op_invalid_limit: -3,
      op_self_not_allowed: -5,
    },
  },
  accountMerge: {
    type: 8,
    name: 'account_merge',
    result: 'accountMergeResult',
    codes: { op_malformed: -1, op_has_sub_entries: -4 },
  },
  manageData: {
    type: 10,
    name: 'manage_data',
    result: 'manageDataResult',
    codes: { op_success: 0, op_data_name_not_found: -2 },
  },
  bumpSequence: {
    type: 11,
    name: 'bump_sequence',
    result: 'bumpSeqResult',
    codes: { op_success: 0, op_bad_seq: -1 },
  },
  pathPaymentStrictSend: {
    type: 13,
    name: 'path_payment_strict_send',
    result: 'pathPaymentStrictSendResult',
    codes: { ...paid, op_too_few_offers: -10, op_under_dest_min: -12 },
  },
  createClaimableBalance: {
    type: 14,
    name: 'create_claimable_balance',
    result: 'createClaimableBalanceResult',
    codes: { op_success: 0, op_malformed: -1, op_no_trust: -3, op_not_authorized: -4, op_underfunded: -5 },
  },
  claimClaimableBalance: {
    type: 15,
    name: 'claim_claimable_balance',
    result: 'claimClaimableBalanceResult',
    codes: {
      op_success: 0,
      op_does_not_exist: -1,
      op_cannot_claim: -2,
      op_line_full: -3,
      op_no_trust: -4,
      op_not_authorized: -5,
    },
  },
  clawback: {
    type: 19,
    name: 'clawback',
    result: 'clawbackResult',
    codes: {
      op_success: 0,
      op_malformed: -1,
      op_not_clawback_enabled: -2,
      op_no_trust: -3,
      op_underfunded: -4,
    },
  },
  setTrustLineFlags: {
    type: 21,
    name: 'set_trust_line_flags',
    result: 'setTrustLineFlagsResult',
    codes: { op_success: 0, op_malformed: -1, op_no_trust: -2, op_cant_revoke: -3, op_invalid_state: -4 },
  },
} as const satisfies Record<string, OperationKind>

export type OperationKind = Readonly<{
  type: number
  name: string
  result: string
  codes: Readonly<Record<string, number>>
}>

export function kindOf(type: string): OperationKind | undefined {
  return (operationKinds as Record<string, OperationKind>)[type]
}
