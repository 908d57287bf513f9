import { systemClock } from '../../../kernel/clock/clock.ts'
import { jsonNumber } from '../../../kernel/money/money.ts'
import type {
  CloseAnswer,
  CollectionRail,
  NumberAnswer,
  NumberRequest,
  StandingAnswer,
  StandingRequest,
} from '../../../movements/collections/collection-rail.ts'
import type { VendorAnswer } from '../../ask-vendor.ts'
import {
  OddAnswer,
  readList,
  readNumberOrText,
  readObject,
  readText,
  requireSame,
} from '../../vendor-json.ts'
import { readNaira, readReference } from '../line-fields.ts'
import { answerOrUnknown, givenNumber, givenStanding, NO_MAIL, refusedNumber } from '../number-answers.ts'
import { createMonnifyClient, type MonnifySettings } from './monnify-client.ts'
import { readEnvelope } from './monnify-status.ts'

type Settings = MonnifySettings &
  Readonly<{
    /** Names the contract under which Monnify collects and settles. */
    contractCode: string
  }>

type Fields = Readonly<Record<string, unknown>>

// Longer than any that the vendor documents. A number that claims more is not believed.
const MOST_SECONDS = 86_400

/**
 * Numbers of Monnify. For one payment, a transaction is begun, then a number is requested for it, valid for about 40 minutes. For a
 * customer, an account is reserved under our reference.
 */
export function createMonnifyNumbers(settings: Settings): CollectionRail {
  const clock = settings.clock ?? systemClock
  const client = createMonnifyClient(settings)

  /** Returns the vendor's reference of a new transaction, or of the earlier one with our reference, whose answer was lost. */
  const begin = async (request: NumberRequest, signal: AbortSignal): Promise<string | VendorAnswer> => {
    const answer = await client.ask('/api/v1/merchant/transactions/init-transaction', {
      signal,
      body: JSON.stringify({
        amount: jsonNumber(request.amount),
        customerName: request.name,
        customerEmail: NO_MAIL,
        paymentReference: request.reference,
        paymentDescription: request.name,
        currencyCode: 'NGN',
        contractCode: settings.contractCode,
        paymentMethods: ['ACCOUNT_TRANSFER'],
      }),
    })
    if (answer.status === 200) return readBegun(answer, request)
    const query = new URLSearchParams({ paymentReference: request.reference })
    const earlier = await client.ask(`/api/v2/merchant/transactions/query?${query.toString()}`, { signal })
    return earlier.status === 200 ? readBegun(earlier, request) : answer
  }

  return {
    vendor: 'monnify',
    traits: {
      wrongAmount: 'arrives',
      topUp: 'arrives',
      showsPayerAccount: true,
      returns: 'by_payout',
      settles: 'next_working_day',
      cost: { millionths: 0n, fixedMinor: 1_075n, mostMinor: 1_075n },
      isRepeatable: true,
      barsRamps: false,
      standing: 'repeatable',
    },
    open: async (request, signal) =>
      answerOrUnknown(async () => {
        const begun = await begin(request, signal)
        if (typeof begun !== 'string') return refusedBy(begun)
        const answer = await client.ask('/api/v1/merchant/bank-transfer/init-payment', {
          signal,
          body: JSON.stringify({ transactionReference: begun }),
        })
        if (answer.status !== 200) return refusedBy(answer)
        return readNumber(readEnvelope(answer.body), request, clock.now())
      }),
    reserve: async (request, signal) =>
      answerOrUnknown(async () => {
        const answer = await client.ask('/api/v2/bank-transfer/reserved-accounts', {
          signal,
          body: JSON.stringify(toReservation(request, settings.contractCode)),
        })
        if (answer.status === 200) return readReserved(readEnvelope(answer.body), request)
        // The account of an earlier request, whose answer was lost, has our reference.
        const path = `/api/v2/bank-transfer/reserved-accounts/${request.reference}`
        const earlier = await client.ask(path, { signal })
        return earlier.status === 200 ? readReserved(readEnvelope(earlier.body), request) : refusedBy(answer)
      }),
    close: async (reference, signal) =>
      answerOrUnknown<CloseAnswer>(async () => {
        const path = `/api/v1/bank-transfer/reserved-accounts/reference/${reference}`
        const { status, body } = await client.ask(path, { signal, method: 'DELETE' })
        if (status === 200) {
          requireSame(readEnvelope(body)['accountReference'], reference, 'accountReference')
          return { kind: 'closed' }
        }
        // It was closed before, or never reserved.
        const left = await client.ask(`/api/v2/bank-transfer/reserved-accounts/${reference}`, { signal })
        if (left.status === 404) return { kind: 'closed' }
        throw new OddAnswer(`the vendor answered ${status}, and still has the account`)
      }),
  }
}

function readBegun({ body }: VendorAnswer, { reference }: NumberRequest): string {
  const data = readEnvelope(body)
  requireSame(data['paymentReference'], reference, 'paymentReference')
  return readReference(data['transactionReference'], 'transactionReference')
}

/** Reads a refusal. Any other response may have created a number, so it is not taken for a refusal. */
function refusedBy({ status, body }: VendorAnswer): ReturnType<typeof refusedNumber> {
  const envelope = readObject(body, 'the response')
  if (envelope['requestSuccessful'] !== false) throw new OddAnswer(`the vendor answered ${status}`)
  return refusedNumber(envelope['responseMessage'])
}

function readNumber(data: Fields, { reference, amount }: NumberRequest, now: Date): NumberAnswer {
  requireSame(data['paymentReference'], reference, 'paymentReference')
  // The payer is shown our amount. If the contract adds Monnify's fee to it, the payer would be asked for more.
  const payable = readNaira(data['totalPayable'], 'totalPayable')
  requireSame(String(payable), String(amount.minor), 'totalPayable')
  const seconds = readNumberOrText(data['accountDurationSeconds'], 'accountDurationSeconds')
  if (!/^[0-9]{1,6}$/.test(seconds) || Number(seconds) > MOST_SECONDS)
    throw new OddAnswer(`accountDurationSeconds is not a number of seconds: ${seconds.slice(0, 40)}`)
  return givenNumber(
    {
      number: readText(data['accountNumber'], 'accountNumber'),
      bankName: readText(data['bankName'], 'bankName'),
      accountName: readText(data['accountName'], 'accountName'),
      validUntil: new Date(now.getTime() + Number(seconds) * 1000),
    },
    now,
  )
}

/**
 * Monnify reserves one account for each customer address, so the address is made of our reference. Lists of payments name the customer by
 * it (monnify-list.ts).
 */
function toReservation({ reference, name, identity }: StandingRequest, contractCode: string): object {
  return {
    accountReference: reference,
    accountName: name,
    currencyCode: 'NGN',
    contractCode,
    customerEmail: `${reference}@${NO_MAIL.split('@')[1]}`,
    customerName: name,
    [identity.type]: identity.reference,
    getAllAvailableBanks: true,
  }
}

/** Monnify reserves a number at each of its banks. The first one is used. */
function readReserved(data: Fields, { reference }: StandingRequest): StandingAnswer {
  requireSame(data['accountReference'], reference, 'accountReference')
  const [account] = readList(data['accounts'], 'accounts')
  const told = readObject(account, 'accounts')
  return givenStanding({
    number: readText(told['accountNumber'], 'accountNumber'),
    bankName: readText(told['bankName'], 'bankName'),
    accountName: readText(told['accountName'], 'accountName'),
  })
}
