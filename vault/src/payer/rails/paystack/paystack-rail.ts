import { createAskBank } from '../../../shared/banks/ask-bank.ts'
import { fieldsOf, koboOf, listOf, textOf } from '../../../shared/banks/exact-json.ts'
import { type BankRail, BankUnavailable, type Enquiry, type VendorBank } from '../bank-rail.ts'
import { readSignedHook } from '../read-hook.ts'
import { orUnavailable } from '../without-answer.ts'
import { createPaystackApproval, SIGNATURE } from './paystack-approval.ts'
import { createPaystackBook } from './paystack-book.ts'
import type { AskPaystack, PaystackSettings } from './paystack-client.ts'
import { createPaystackRecipients, readPaystackReading, sendPaystack } from './paystack-payment.ts'

const DEADLINE_MS = 15_000
const BANKS_PER_PAGE = 100

/** Paystack, https://api.paystack.co: transfers from our balance there. */
export function createPaystackRail(settings: PaystackSettings): BankRail {
  const { baseUrl, secretKey, previousSecretKey, deadlineMs = DEADLINE_MS } = settings
  const askBank = createAskBank(baseUrl, deadlineMs)
  const headers = { authorization: `Bearer ${secretKey}` }
  const ask: AskPaystack = async (path, signal, body) =>
    askBank({ path, headers, signal, ...(body === undefined ? {} : { body }) })
  const recipients = createPaystackRecipients(ask)
  const book = createPaystackBook(ask)

  const secrets = [secretKey, previousSecretKey]
  return {
    vendor: 'paystack',
    approval: createPaystackApproval(ask, secrets),
    refusesDuplicates: true,
    sameAgainAfterMs: 0,
    banks: async (signal) => orUnavailable(async () => readBanks(ask, signal)),
    enquire: async (account, signal) => enquire(ask, account, signal),
    prepare: async (order, signal) => {
      const recipient = await orUnavailable(async () => recipients.find(order, signal))
      return async (sending) => sendPaystack(ask, order, recipient, sending)
    },
    requery: async (reference, signal) => {
      const path = `/transfer/verify/${encodeURIComponent(reference)}`
      const answer = await ask(path, signal).catch(() => undefined)
      return readPaystackReading(answer, reference)
    },
    balance: async (signal) =>
      orUnavailable(async () => {
        const { status, body } = await ask('/balance', signal)
        const balances = status === 200 ? (listOf(fieldsOf(body)['data']) ?? []) : []
        const naira = balances.map(fieldsOf).find(({ currency }) => currency === 'NGN')
        const minor = koboOf(naira?.['balance'])
        if (minor === undefined)
          throw new BankUnavailable(`the balance cannot be read: the vendor answered ${status}`)
        return minor
      }),
    lines: async (cursor, signal) => orUnavailable(async () => book.lines(cursor, signal)),
    // Reads only events about transfers: the same address may receive events about collections.
    readHook: (given, body) =>
      readSignedHook({ body, signature: given[SIGNATURE], secrets }, ({ event, data }) =>
        typeof event === 'string' && event.startsWith('transfer.') ? data : undefined,
      ),
  }
}

async function readBanks(ask: AskPaystack, signal: AbortSignal): Promise<VendorBank[]> {
  const banks: VendorBank[] = []
  for (let next: string | null = ''; next !== null; ) {
    const query = new URLSearchParams({
      country: 'nigeria',
      use_cursor: 'true',
      perPage: String(BANKS_PER_PAGE),
      include_nip_sort_code: 'true',
      ...(next === '' ? {} : { next }),
    })
    const { status, body } = await ask(`/bank?${query.toString()}`, signal)
    const { data, meta } = fieldsOf(body)
    const rows = listOf(data)
    if (status !== 200 || rows === undefined)
      throw new BankUnavailable(`the list of banks cannot be read: the vendor answered ${status}`)
    banks.push(...rows.map(fieldsOf).flatMap(readBank))
    next = rows.length === 0 ? null : textOf(fieldsOf(meta)['next'])
  }
  return banks
}

function readBank(row: Readonly<Record<string, unknown>>): VendorBank[] {
  const code = textOf(row['code'])
  if (code === null || row['is_deleted'] === true) return []
  return [{ code, nipCode: textOf(row['nip_sort_code']), slug: textOf(row['slug']) }]
}

async function enquire(
  ask: AskPaystack,
  { bankCode, accountNumber }: Readonly<{ bankCode: string; accountNumber: string }>,
  signal: AbortSignal,
): Promise<Enquiry> {
  const query = new URLSearchParams({ account_number: accountNumber, bank_code: bankCode })
  const answer = await ask(`/bank/resolve?${query.toString()}`, signal).catch(() => undefined)
  const envelope = fieldsOf(answer?.body)
  const { account_number: number, account_name: name } = fieldsOf(envelope['data'])
  const accountName = textOf(name)
  if (
    answer?.status === 200 &&
    envelope['status'] === true &&
    number === accountNumber &&
    accountName !== null
  )
    return { outcome: 'found', accountName }
  const isNobody =
    (answer?.status === 422 || answer?.status === 404 || answer?.status === 400) &&
    /could not resolve account name/i.test(String(envelope['message']))
  return { outcome: isNobody ? 'not_found' : 'unavailable' }
}
