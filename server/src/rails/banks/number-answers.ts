import type { CollectionNumber, NumberAnswer } from '../../movements/collections/collection-rail.ts'
import { FeedUnavailable } from '../../movements/feeds/bank-feed.ts'
import { OddAnswer } from '../vendor-json.ts'
import { cleanText } from './line-fields.ts'

// Vendors require an address. Receipts are ours to send, so it is one that receives no mail.
export const NO_MAIL = 'payments@afara.invalid'

/**
 * Returns a failed or unreadable answer as `unknown` instead of throwing: the vendor may have issued the number before its answer was lost.
 */
export async function answerOrUnknown(ask: () => Promise<NumberAnswer>): Promise<NumberAnswer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof FeedUnavailable || error instanceof OddAnswer) {
      return { kind: 'unknown', why: error.message }
    }
    throw error
  }
}

export function refusedNumber(why: unknown): NumberAnswer {
  return { kind: 'refused', why: cleanText(typeof why === 'string' ? why : 'no reason').slice(0, 200) }
}

/** Checks a number before a payer sees it. Throws OddAnswer if a payment to it could not be recognised. */
export function givenNumber(told: CollectionNumber, now: Date): NumberAnswer {
  if (!/^[0-9]{10}$/.test(told.number))
    throw new OddAnswer(`the number is not ten digits: ${told.number.slice(0, 40)}`)
  if (told.validUntil.getTime() <= now.getTime()) throw new OddAnswer('the number has already expired')
  const [bankName, accountName] = [told.bankName, told.accountName].map((text) => cleanText(text).trim())
  if (bankName === undefined || accountName === undefined || bankName === '' || accountName === '') {
    throw new OddAnswer('the number has no bank or no name')
  }
  return { kind: 'given', number: told.number, bankName, accountName, validUntil: told.validUntil }
}
