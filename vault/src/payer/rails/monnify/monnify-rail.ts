import { fieldsOf, koboOfNaira, listOf, textOf } from '../../../shared/banks/exact-json.ts'
import { type BankRail, BankUnavailable, type Enquiry, type VendorBank } from '../bank-rail.ts'
import { readSignedHook } from '../read-hook.ts'
import { orUnavailable } from '../without-answer.ts'
import { createMonnifyBook } from './monnify-book.ts'
import { createMonnifyClient, type MonnifyClient, type MonnifySettings } from './monnify-client.ts'
import { readMonnifyReading, sendMonnify } from './monnify-payment.ts'

// Monnify refuses the same amount to the same account for two minutes. Five seconds are added for clock differences.
const SAME_AGAIN_AFTER_MS = 125_000

/** Monnify, https://api.monnify.com: disbursements from our wallet there. */
export function createMonnifyRail(settings: MonnifySettings): BankRail {
  const client = createMonnifyClient(settings)
  const { sourceAccountNumber, secretKey, previousSecretKey } = settings
  const book = createMonnifyBook(client, sourceAccountNumber)
  return {
    vendor: 'monnify',
    approval: undefined,
    // Monnify's reaction to a repeated reference is not proven, so a reference is never sent again.
    refusesDuplicates: false,
    sameAgainAfterMs: SAME_AGAIN_AFTER_MS,
    banks: async (signal) => orUnavailable(async () => readBanks(client, signal)),
    enquire: async (account, signal) => enquire(client, account, signal),
    prepare: async (order, signal) => {
      await orUnavailable(async () => client.login(signal))
      return async (sending) => sendMonnify(client, order, sourceAccountNumber, sending)
    },
    requery: async (reference, signal) => {
      const path = `/api/v2/disbursements/single/summary?reference=${encodeURIComponent(reference)}`
      const answer = await client.get(path, signal).catch(() => undefined)
      return readMonnifyReading(answer, reference)
    },
    balance: async (signal) =>
      orUnavailable(async () => {
        const path = `/api/v2/disbursements/wallet-balance?accountNumber=${encodeURIComponent(sourceAccountNumber)}`
        const { status, body } = await client.get(path, signal)
        const minor = koboOfNaira(fieldsOf(fieldsOf(body)['responseBody'])['availableBalance'])
        if (status !== 200 || minor === undefined)
          throw new BankUnavailable(`the balance cannot be read: the vendor answered ${status}`)
        return minor
      }),
    lines: async (cursor, signal) => orUnavailable(async () => book.lines(cursor, signal)),
    readHook: (headers, body) =>
      readSignedHook(
        { body, signature: headers['monnify-signature'], secrets: [secretKey, previousSecretKey] },
        ({ eventType, eventData }) =>
          typeof eventType === 'string' && eventType.endsWith('_DISBURSEMENT') ? eventData : undefined,
      ),
  }
}

async function readBanks(client: MonnifyClient, signal: AbortSignal): Promise<VendorBank[]> {
  const { status, body } = await client.get('/api/v1/banks', signal)
  const rows = listOf(fieldsOf(body)['responseBody'])
  if (status !== 200 || rows === undefined)
    throw new BankUnavailable(`the list of banks cannot be read: the vendor answered ${status}`)
  return rows.map(fieldsOf).flatMap((row) => {
    const code = textOf(row['code'])
    return code === null ? [] : [{ code, nipCode: textOf(row['nipBankCode']), slug: null }]
  })
}

async function enquire(
  client: MonnifyClient,
  { bankCode, accountNumber }: Readonly<{ bankCode: string; accountNumber: string }>,
  signal: AbortSignal,
): Promise<Enquiry> {
  const query = new URLSearchParams({ accountNumber, bankCode })
  const path = `/api/v1/disbursements/account/validate?${query.toString()}`
  const answer = await client.get(path, signal).catch(() => undefined)
  const envelope = fieldsOf(answer?.body)
  const found = fieldsOf(envelope['responseBody'])
  const accountName = textOf(found['accountName'])
  if (
    answer?.status === 200 &&
    envelope['requestSuccessful'] === true &&
    found['accountNumber'] === accountNumber &&
    accountName !== null
  )
    return { outcome: 'found', accountName }
  const isRefusal = envelope['requestSuccessful'] === false && answer !== undefined && answer.status < 500
  const isNobody =
    isRefusal &&
    /(?:invalid|could not (?:find|validate|verify)|no) account|account.*(?:not found|invalid)/i.test(
      String(envelope['responseMessage']),
    )
  return { outcome: isNobody ? 'not_found' : 'unavailable' }
}
