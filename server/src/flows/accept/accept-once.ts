import { isConnectionLoss } from '../../kernel/postgres/database-errors.ts'
import { Overloaded } from '../../kernel/postgres/group-commits.ts'
import { Refusal } from '../../kernel/refusal.ts'

// A retry is needed only when another request took the reference or idempotency key and then failed to commit.
const ACCEPT_TRIES = 5

/**
 * Accepts a request, or finds the transaction that an earlier identical request created. `draft` applies today's rules, which may refuse a
 * request that was accepted earlier. An accepted transaction stays accepted, so a refusal counts only if there is no earlier transaction.
 * The names of a request are its reference and its idempotency key. `accept` returns undefined when a name is taken, and `find` returns
 * undefined when no name is taken. `accept` also returns undefined if the fee plan changed after the draft; the caller tries again.
 */
export async function acceptOnce<Draft, Accepted>(
  draft: () => Draft | Promise<Draft>,
  accept: (drafted: Draft) => Promise<Accepted | undefined>,
  find: () => Promise<Accepted | undefined>,
): Promise<Accepted> {
  try {
    let drafted: Draft
    try {
      drafted = await draft()
    } catch (refusal) {
      const first = refusal instanceof Refusal ? await find() : undefined
      if (first === undefined) throw refusal
      return first
    }
    for (let attempt = 0; attempt < ACCEPT_TRIES; attempt += 1) {
      const result = (await accept(drafted)) ?? (await find())
      if (result !== undefined) return result
    }
  } catch (error) {
    if (error instanceof Overloaded) {
      throw new Refusal(
        'overloaded',
        'The service is overloaded. Nothing was recorded. Try again in a few seconds.',
      )
    }
    if (isConnectionLoss(error)) {
      throw new Refusal(
        'unavailable',
        'We cannot tell whether this was recorded. If it had a reference or an Idempotency-Key, send it again with the same value: it cannot be recorded twice. If it had neither, list your transactions before you repeat it.',
      )
    }
    throw error
  }
  throw new Refusal(
    'unavailable',
    'Another request is using this reference, or the fee plan has just changed. Nothing was recorded. Try again in a few seconds.',
  )
}
