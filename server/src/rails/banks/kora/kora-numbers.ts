import { systemClock } from '../../../kernel/clock/clock.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type {
  CollectionRail,
  NumberAnswer,
  NumberRequest,
} from '../../../movements/collections/collection-rail.ts'
import { readObject, readText, requireSame } from '../../vendor-json.ts'
import { readNaira, readUtc } from '../line-fields.ts'
import { answerOrUnknown, givenNumber, NO_MAIL, refusedNumber } from '../number-answers.ts'
import { createKoraClient, type KoraSettings } from './kora-client.ts'

type Fields = Readonly<Record<string, unknown>>

/** Single-use accounts of Kora. They must be enabled on the merchant's account, and expire after the time that Kora states. */
export function createKoraNumbers(settings: KoraSettings): CollectionRail {
  const clock = settings.clock ?? systemClock
  const client = createKoraClient(settings)

  /** Returns the number of an earlier request with this reference, whose answer was lost. */
  const findEarlier = async (request: NumberRequest, signal: AbortSignal): Promise<NumberAnswer> => {
    const { envelope } = await client.ask(`/charges/${request.reference}`, { signal })
    return readNumber(envelope, request, clock.now())
  }

  return {
    vendor: 'kora',
    traits: {
      wrongAmount: 'sent_back',
      topUp: 'sent_back',
      showsPayerAccount: true,
      returns: 'by_payout',
      settles: 'next_working_day',
      cost: { millionths: 10_750n, fixedMinor: 0n, mostMinor: 215_000n },
      isRepeatable: true,
      barsRamps: false,
      standing: 'none',
    },
    open: async (request, signal) =>
      answerOrUnknown(async () => {
        const { status, envelope } = await client.ask('/charges/bank-transfer', {
          signal,
          body: JSON.stringify({
            reference: request.reference,
            amount: jsonNumber(request.amount),
            currency: 'NGN',
            account_name: request.name,
            merchant_bears_cost: true,
            customer: { name: request.name, email: NO_MAIL },
          }),
        })
        // The first request with this reference exists. Its number is the answer.
        if (envelope['error'] === 'duplicate_reference') return findEarlier(request, signal)
        if (envelope['status'] !== true && status >= 400) return refusedNumber(envelope['message'])
        return readNumber(envelope, request, clock.now())
      }),
  }
}

function readNumber(envelope: Fields, { reference, amount }: NumberRequest, now: Date): NumberAnswer {
  const data = readObject(envelope['data'], 'data')
  requireSame(data['payment_reference'], reference, 'payment_reference')
  requireSame(data['currency'], 'NGN', 'currency')
  requireSame(
    String(readNaira(data['amount_expected'], 'amount_expected')),
    String(amount.minor),
    'amount_expected',
  )
  const account = readObject(data['bank_account'], 'bank_account')
  return givenNumber(
    {
      number: readText(account['account_number'], 'account_number'),
      bankName: readText(account['bank_name'], 'bank_name'),
      accountName: readText(account['account_name'], 'account_name'),
      validUntil: readUtc(
        readText(account['expiry_date_in_utc'], 'expiry_date_in_utc'),
        'expiry_date_in_utc',
      ),
    },
    now,
  )
}
