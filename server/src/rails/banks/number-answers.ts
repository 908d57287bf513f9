import type {
  CloseAnswer,
  CollectionNumber,
  NumberAnswer,
  StandingAnswer,
} from '../../movements/collections/collection-rail.ts'
import { FeedUnavailable } from '../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../vendor-json.ts'
import { cleanText } from './line-fields.ts'

// Vendors require an address. Receipts are ours to send, so it is one that receives no mail.
export const NO_MAIL = 'payments@afara.invalid'

/**
 * Returns a failed or unreadable answer as `unknown` instead of throwing: the vendor may have issued the number before its answer was lost.
 */
export async function answerOrUnknown<Answer extends NumberAnswer | StandingAnswer | CloseAnswer>(
  ask: () => Promise<Answer>,
): Promise<Answer | Readonly<{ kind: 'unknown'; why: string }>> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof FeedUnavailable || error instanceof OddAnswer) {
      return { kind: 'unknown', why: error.message }
    }
    throw error
  }
}

export function refusedNumber(why: unknown): Readonly<{ kind: 'refused'; why: string }> {
  return { kind: 'refused', why: cleanText(typeof why === 'string' ? why : 'no reason').slice(0, 200) }
}

/** Checks a number before a payer sees it. Throws OddAnswer if a payment to it could not be recognised. */
export function givenNumber(told: CollectionNumber, now: Date): NumberAnswer {
  const given = givenStanding(told)
  if (told.validUntil.getTime() <= now.getTime()) throw new OddAnswer('the number has already expired')
  return { ...given, validUntil: told.validUntil }
}

/** Checks a standing number in the same way. It does not expire. */
export function givenStanding(
  told: Omit<CollectionNumber, 'validUntil'>,
): Extract<StandingAnswer, { kind: 'given' }> {
  if (!/^[0-9]{10}$/.test(told.number))
    throw new OddAnswer(`the number is not ten digits: ${told.number.slice(0, 40)}`)
  const [bankName, accountName] = [told.bankName, told.accountName].map((text) => cleanText(text).trim())
  if (bankName === undefined || accountName === undefined || bankName === '' || accountName === '') {
    throw new OddAnswer('the number has no bank or no name')
  }
  return { kind: 'given', number: told.number, bankName, accountName }
}
