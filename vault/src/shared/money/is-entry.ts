import type { EntryFacts } from '../../signer/money/facts.ts'

/** Whether the ledger has exactly these postings under an entry that stands, for this transaction or none. */
export function isEntry(
  entry: EntryFacts | null,
  { mode, transactionId }: Readonly<{ mode: string; transactionId: string | null }>,
  postings: readonly string[],
): boolean {
  return (
    entry !== null &&
    !entry.is_reversed &&
    entry.mode === mode &&
    entry.transaction_id === transactionId &&
    entry.postings.length === postings.length &&
    postings.every((posting, place) => entry.postings[place] === `${mode} ${posting}`)
  )
}
