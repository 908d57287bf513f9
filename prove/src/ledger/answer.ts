import { Refusal } from '@afara/server/kernel/refusal.ts'
import { Disagreement } from './disagreement.ts'
import type { Verdict } from './model.ts'

export const ACCEPTED = 'accepted'

// The model's names for PostgreSQL's error codes.
const words: Readonly<Record<string, string>> = {
  '23505': 'repeated_id',
  '23514': 'not_positive',
  '22003': 'too_large',
  '42501': 'not_allowed',
  AF002: 'append_only',
}

/** Returns `accepted` or the reason of the refusal. Rethrows any other error. */
export async function answerOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return ACCEPTED
  } catch (error) {
    if (error instanceof Refusal) return error.code
    const word = words[(error as { code?: string }).code ?? '']
    if (word === undefined) throw error
    return word
  }
}

/**
 * Throws if the answer and the model disagree. Any reason that the model knows is accepted, because the order of the reasons is not
 * defined.
 */
export function requireAgreement(what: string, answer: string, { reasons }: Verdict): void {
  const agrees = answer === ACCEPTED ? reasons.size === 0 : reasons.has(answer)
  if (agrees) return
  const expected = reasons.size === 0 ? ACCEPTED : [...reasons].join(' or ')
  throw new Disagreement('answer', `${what} was ${answer}, but the model expects ${expected}`)
}
