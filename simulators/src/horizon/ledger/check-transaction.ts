import { Keypair } from '@stellar/stellar-sdk/base'
import type { Account, LedgerState } from './ledger-state.ts'
import { partyOf } from './party.ts'
import type { Outcome, TransactionResult } from './result.ts'
import type { TransactionCode } from './result-codes.ts'
import type { Submitted } from './submitted.ts'

export const BASE_FEE = 100n
export const BASE_RESERVE = 5_000_000n

type Signed = Readonly<{ hash(): Uint8Array; signatures: Submitted['transaction']['signatures'] }>

/**
 * Returns the reason why a transaction cannot enter any ledger; undefined if there is none. Checks in the order of the network. `closeTime`
 * is that of the ledger, in seconds. The machine's clock is not used.
 */
export function checkTransaction(
  state: LedgerState,
  submitted: Submitted,
  closeTime: number,
): Outcome | undefined {
  const { bump, feeSource, maxFee, feeUnits } = submitted
  const refused = (code: TransactionCode): Outcome => ({ result: { code, feeCharged: 0n } })
  if (bump === undefined) {
    const result = checkInner(state, submitted, closeTime, true)
    return result && { result }
  }
  const payer = state.accounts.get(feeSource.account)
  const innerFee = BigInt(submitted.transaction.fee)
  const innerUnits = BigInt(submitted.transaction.operations.length)
  if (maxFee < BASE_FEE * feeUnits || maxFee * innerUnits < innerFee * feeUnits)
    return refused('tx_insufficient_fee')
  if (payer === undefined) return refused('tx_no_source_account')
  const left = signaturesLeft(bump, [feeSource.account])
  if (left === undefined) return refused('tx_bad_auth')
  if (spendableOf(payer) < maxFee) return refused('tx_insufficient_balance')
  if (left > 0) return refused('tx_bad_auth_extra')
  const inner = checkInner(state, submitted, closeTime, false)
  return inner && { outer: 'tx_fee_bump_inner_failed', result: inner }
}

function checkInner(
  state: LedgerState,
  { transaction, source, sequence, maxFee, feeUnits }: Submitted,
  closeTime: number,
  paysItself: boolean,
): TransactionResult | undefined {
  const refused = (code: TransactionCode): TransactionResult => ({ code, feeCharged: 0n })
  const { operations, timeBounds } = transaction
  if (operations.length === 0) return refused('tx_missing_operation')
  if (timeBounds !== undefined && BigInt(timeBounds.minTime) > closeTime) return refused('tx_too_early')
  if (timeBounds !== undefined && timeBounds.maxTime !== '0' && BigInt(timeBounds.maxTime) < closeTime)
    return refused('tx_too_late')
  if (paysItself && maxFee < BASE_FEE * feeUnits) return refused('tx_insufficient_fee')
  const account = state.accounts.get(source.account)
  if (account === undefined) return refused('tx_no_source_account')
  if (sequence !== account.sequence + 1n) return refused('tx_bad_seq')
  if (signaturesLeft(transaction, [source.account]) === undefined) return refused('tx_bad_auth')
  if (paysItself && spendableOf(account) < maxFee) return refused('tx_insufficient_balance')

  const sources = operations.map((operation) => partyOf(operation.source ?? transaction.source).account)
  const results = operations.map(({ type }, index) => {
    const by = sources[index] ?? ''
    if (!state.accounts.has(by)) return { type, code: 'op_no_source_account' }
    return { type, code: signaturesLeft(transaction, [by]) === undefined ? 'op_bad_auth' : 'op_success' }
  })
  if (results.some(({ code }) => code !== 'op_success'))
    return {
      code: 'tx_failed',
      feeCharged: 0n,
      operations: results,
    }
  const left = signaturesLeft(transaction, [source.account, ...sources])
  return left === 0 ? undefined : refused('tx_bad_auth_extra')
}

/** A fee is never taken from the reserve: two units for the account, and one for each entry that it owns. */
function spendableOf({ lumens, lines, data }: Account): bigint {
  return lumens - BASE_RESERVE * BigInt(2 + lines.size + data.size)
}

/** Returns the number of signatures by other accounts; undefined if a named account has not signed. Each account has only its own key. */
function signaturesLeft(signed: Signed, accounts: readonly string[]): number | undefined {
  const digest = signed.hash()
  const { signatures } = signed
  const used = new Set<number>()
  for (const account of new Set(accounts)) {
    const key = Keypair.fromPublicKey(account)
    const hint = Buffer.from(key.signatureHint()).toString('hex')
    const index = signatures.findIndex(
      (signature) => signature.hint.toString() === hint && key.verify(digest, signature.signature),
    )
    if (index < 0) return undefined
    used.add(index)
  }
  return signatures.length - used.size
}
