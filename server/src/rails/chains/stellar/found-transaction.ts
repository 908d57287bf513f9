import { OddAnswer, readNumber, readNumberOrText, readText } from '../../vendor-json.ts'
import type { Answer, Horizon } from './horizon.ts'
import { readDigits } from './horizon-values.ts'
import { type ReadTransaction, readTransaction } from './read-transaction.ts'

/** A transaction that is in a ledger, and so for ever. */
export type FoundTransaction = ReadTransaction &
  Readonly<{
    ledger: bigint
    succeeded: boolean
    feeUnits: bigint
    feeAccount: string
    /** In base64. Nothing binds it to the rest. */
    resultXdr: string
  }>

/** By its own hash or that of the transaction inside; undefined where Horizon knows of none. */
export async function findTransaction(
  horizon: Horizon,
  hash: string,
  passphrase: string,
  signal: AbortSignal,
): Promise<FoundTransaction | undefined> {
  const answer = await horizon.find(`/transactions/${hash}`, signal)
  if (answer === undefined) return undefined
  const found = readFoundTransaction(answer, passphrase)
  if (found.hash !== hash && found.innerHash !== hash)
    throw new OddAnswer(`asked for ${hash}, it shows ${found.hash}`)
  return found
}

/** The hashes are computed from the envelope, not believed. */
export function readFoundTransaction(answer: Answer, passphrase: string): FoundTransaction {
  const { successful } = answer
  if (typeof successful !== 'boolean') throw new OddAnswer('successful is not yes or no')
  return {
    ...readTransaction(readText(answer['envelope_xdr'], 'envelope_xdr'), passphrase),
    ledger: readDigits(readNumber(answer['ledger'], 'ledger'), 'ledger'),
    succeeded: successful,
    feeUnits: readDigits(readNumberOrText(answer['fee_charged'], 'fee_charged'), 'fee_charged'),
    feeAccount: readText(answer['fee_account'], 'fee_account'),
    resultXdr: readText(answer['result_xdr'], 'result_xdr'),
  }
}
