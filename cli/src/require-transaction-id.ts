import { UsageError } from './usage-error.ts'

/** Checks the id here, because the API can only answer that the path does not exist. */
export function requireTransactionId(text: string | undefined): string {
  if (text !== undefined && /^txn_[0-9a-f]{32}$/.test(text)) return text
  throw new UsageError(
    `"${text ?? ''}" is not a transaction id (txn_ and 32 digits). Find it with "afara whereis ${text ?? '…'}".`,
  )
}
