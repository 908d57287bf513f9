import { isConnectionLoss } from '../../kernel/postgres/database-errors.ts'
import { Overloaded } from '../../kernel/postgres/group-commits.ts'
import { Refusal } from '../../kernel/refusal.ts'

// Each time somebody else must have taken the name and then failed to get through.
const ACCEPT_TRIES = 5

/**
 * Accepts a request, or finds the transaction that an earlier one made of it. `draft` asks what the rules say today: they
 * may refuse what they let through before, and what was accepted stays accepted, so a refusal stands only where there is
 * no earlier one. `accept` gives undefined when a name of the request is taken; `find` gives undefined when it is free.
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
  throw new Refusal('unavailable', 'Another request is using this reference. Try again in a second.')
}
