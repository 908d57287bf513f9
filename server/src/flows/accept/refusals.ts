import { formatId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'

type Answer = Readonly<{ outcome: string }> | Readonly<{ outcome: 'possible_duplicate'; firstId: string }>

/** Throws a refusal for a sell or withdrawal that was not accepted, if the reason is one that sells and withdrawals share. */
export function refuseUnlessAccepted(answer: Answer, what: 'sell' | 'withdrawal'): void {
  const refusal = refusalOfAnswer(answer, what)
  if (refusal !== undefined) throw refusal
}

/** Returns the refusal that refuseUnlessAccepted throws; undefined for any other answer. */
export function refusalOfAnswer(answer: Answer, what: 'sell' | 'withdrawal'): Refusal | undefined {
  if ('firstId' in answer && answer.outcome === 'possible_duplicate') {
    const first = formatId('transaction', answer.firstId)
    return new Refusal(
      'possible_duplicate',
      `The same ${what} was accepted less than 10 minutes ago as ${first}. If you want a second one, send a new reference.`,
      { detail: { transaction_id: first } },
    )
  }
  switch (answer.outcome) {
    case 'insufficient_balance':
      return new Refusal(
        'insufficient_balance',
        'The balance of the business is below this amount. Reduce the amount, or add to the balance first.',
      )
    case 'daily_limit':
      return new Refusal(
        'daily_limit',
        'This exceeds the daily limit of the business. Try again tomorrow, or ask us to raise the limit.',
      )
    case 'bank_stopped':
      return new Refusal(
        'payouts_stopped',
        'We do not pay to this bank now. No tokens were debited. Use an account at another bank, or try again later.',
      )
    case 'beneficiary_not_enrolled':
      return notEnrolled()
    default:
      return undefined
  }
}

/** The refusal of a sell to an account that a business, restricted to its beneficiaries, does not keep. */
export function notEnrolled(): Refusal {
  return new Refusal(
    'beneficiary_not_enrolled',
    'Your business sells only to its beneficiaries, and this account is not one of them, or was added less than 24 hours ago (a minute in test mode). ' +
      'No tokens were debited. A member adds it on the dashboard, under Pay out.',
  )
}

/** A rule that a request must pass. Throws a refusal if the request does not pass. */
export type Check = () => void | Promise<void>

/**
 * Runs all checks of a preview at the same time and returns every refusal. Acceptance instead runs them in order and stops at the first.
 */
export async function collectRefusals(checks: readonly Check[]): Promise<Refusal[]> {
  const refusals = await Promise.all(checks.map(refusalOf))
  return refusals.filter((refusal) => refusal !== undefined)
}

async function refusalOf(check: Check): Promise<Refusal | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
