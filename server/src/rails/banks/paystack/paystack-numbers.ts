import { systemClock } from '../../../kernel/clock/clock.ts'
import type {
  CollectionRail,
  NumberAnswer,
  NumberRequest,
} from '../../../movements/collections/collection-rail.ts'
import { OddAnswer, readObject, readText, requireSame } from '../../vendor-json.ts'
import { readKobo, readUtc } from '../line-fields.ts'
import { answerOrUnknown, givenNumber, NO_MAIL, refusedNumber } from '../number-answers.ts'
import { createPaystackClient, type PaystackSettings } from './paystack-client.ts'

type Fields = Readonly<Record<string, unknown>>

const VALID_MS = 30 * 60_000

/**
 * Charges of Paystack by bank transfer, valid for the half hour that we request. Paystack lists cryptocurrency businesses among those that
 * it does not serve, so the rail is never asked in live mode (`barsRamps`).
 */
export function createPaystackNumbers(settings: PaystackSettings): CollectionRail {
  const clock = settings.clock ?? systemClock
  const client = createPaystackClient(settings)
  return {
    vendor: 'paystack',
    traits: {
      wrongAmount: 'sent_back',
      topUp: 'sent_back',
      showsPayerAccount: false,
      returns: 'by_vendor',
      settles: 'next_working_day',
      // Below 2,500 naira, Paystack waives the fixed amount.
      cost: { millionths: 15_000n, fixedMinor: 10_000n, mostMinor: 200_000n },
      isRepeatable: false,
      barsRamps: true,
      standing: 'none',
    },
    open: async (request, signal) =>
      answerOrUnknown(async () => {
        const now = clock.now()
        const { status, envelope } = await client.ask('/charge', {
          signal,
          body: JSON.stringify({
            email: NO_MAIL,
            amount: String(request.amount.minor),
            currency: 'NGN',
            reference: request.reference,
            bank_transfer: { account_expires_at: new Date(now.getTime() + VALID_MS).toISOString() },
          }),
        })
        // The first request with this reference exists, and Paystack does not say its number again.
        if (envelope['code'] === 'duplicate_reference') throw new OddAnswer('the reference was used before')
        if (envelope['status'] === false && status >= 400) return refusedNumber(envelope['message'])
        return readNumber(readObject(envelope['data'], 'data'), request, now)
      }),
  }
}

function readNumber(data: Fields, { reference, amount }: NumberRequest, now: Date): NumberAnswer {
  requireSame(data['status'], 'pending_bank_transfer', 'status')
  requireSame(data['reference'], reference, 'reference')
  requireSame(String(readKobo(data['amount'], 'amount')), String(amount.minor), 'amount')
  const bank = readObject(data['bank'], 'bank')
  const until = readText(data['account_expires_at'], 'account_expires_at')
  return givenNumber(
    {
      number: readText(data['account_number'], 'account_number'),
      bankName: readText(bank['name'], 'bank.name'),
      accountName: readText(data['account_name'], 'account_name'),
      validUntil: readUtc(until, 'account_expires_at'),
    },
    now,
  )
}
