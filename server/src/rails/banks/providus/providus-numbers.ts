import { systemClock } from '../../../kernel/clock/clock.ts'
import type { CollectionRail } from '../../../movements/collections/collection-rail.ts'
import { OddAnswer, readObject, readText } from '../../vendor-json.ts'
import { answerOrUnknown, givenNumber, givenStanding, refusedNumber } from '../number-answers.ts'
import { createProvidusClient, type ProvidusSettings } from './providus-client.ts'

// Providus states no expiry. A number is shown for half an hour, which is shorter than the bank keeps it.
const VALID_MS = 30 * 60_000

/**
 * Dynamic accounts of Providus (one payment of any amount) and reserved accounts, which last. A request has no reference of ours, so a
 * number whose answer is lost stays unknown, and nobody is shown it. Nothing closes a reserved account: a blacklisted one still takes
 * payments, which then reach neither us nor their payers.
 */
export function createProvidusNumbers(settings: ProvidusSettings): CollectionRail {
  const clock = settings.clock ?? systemClock
  const client = createProvidusClient(settings)

  const create = async (path: string, request: object, signal: AbortSignal) => {
    const { status, body } = await client.ask(path, { signal, body: JSON.stringify(request) })
    const data = readObject(body, 'the response')
    if (data['requestSuccessful'] === false) return refusedNumber(data['responseMessage'])
    if (status !== 200 || data['responseCode'] !== '00')
      throw new OddAnswer(`the vendor answered ${status}, code ${String(data['responseCode']).slice(0, 20)}`)
    return {
      number: readText(data['account_number'], 'account_number'),
      bankName: 'Providus Bank',
      accountName: readText(data['account_name'], 'account_name'),
    }
  }

  return {
    vendor: 'providus',
    traits: {
      wrongAmount: 'arrives',
      topUp: 'sent_back',
      showsPayerAccount: true,
      returns: 'by_payout',
      settles: 'at_once',
      cost: { millionths: 0n, fixedMinor: 4_837n, mostMinor: 4_837n },
      isRepeatable: false,
      barsRamps: false,
      standing: 'unrepeatable',
    },
    open: async ({ name }, signal) =>
      answerOrUnknown(async () => {
        const now = clock.now()
        const made = await create('/PiPCreateDynamicAccountNumber', { account_name: name }, signal)
        if ('kind' in made) return made
        return givenNumber({ ...made, validUntil: new Date(now.getTime() + VALID_MS) }, now)
      }),
    // The field is called bvn for both. Providus must be able to look the reference up at the identity provider.
    reserve: async ({ name, identity }, signal) =>
      answerOrUnknown(async () => {
        const wanted = { account_name: name, bvn: identity.reference }
        const made = await create('/PiPCreateReservedAccountNumber', wanted, signal)
        return 'kind' in made ? made : givenStanding(made)
      }),
  }
}
