import { printedAmount } from '../requests/amount.ts'
import { amountOf, type Draft, fieldValue } from '../requests/draft.ts'
import { networks } from '../requests/wallet-address.ts'
import type { Reply } from '../wire/reply.ts'

/** What an answer says was accepted. The amount is the text of the number, not the number. */
export type Accepted = Readonly<{
  id: string
  businessId: string
  reference: string
  amount: string
  status: string
  isReplay: boolean
  fields: Readonly<Record<string, unknown>>
}>

/** Undefined when the answer accepts nothing. */
export function readAccepted(reply: Reply): Accepted | undefined {
  if (reply.status < 200 || reply.status > 299 || reply.body.length === 0) return undefined
  const text = reply.body.toString('utf8')
  const { transaction, drill } = JSON.parse(text) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >
  const isReplay = reply.headers.get('idempotent-replayed') === 'true'
  if (drill !== undefined) {
    return {
      id: String(drill.id),
      businessId: '',
      reference: '',
      amount: '',
      status: String(drill.status),
      isReplay,
      fields: drill,
    }
  }
  if (transaction === undefined) return undefined
  const business = transaction.business as Readonly<Record<string, unknown>> | undefined
  return {
    id: String(transaction.transaction_id),
    businessId: String(business?.business_id),
    reference: String(transaction.reference),
    amount: /"amount":([^,}]+)/.exec(text)?.[1] ?? '',
    status: String(transaction.status),
    isReplay,
    fields: transaction,
  }
}

/** What an accepted transaction says that was not asked for; undefined when it is what was asked for. */
export function differsFromAsked(
  draft: Draft,
  { amount, businessId, reference, fields }: Accepted,
): string | undefined {
  const { party } = draft
  const said = (name: string) => fieldValue(draft, name)
  const vendor = party.vendors.find(({ number }) => number === said('vendor_number'))
  const wanted: Record<string, unknown> = {
    amount: printedAmount(amountOf(draft) ?? 0n),
    business_id: party.businessId,
    link_tag: party.linkTag,
    account_number: said('account_number'),
    bank_name: said('bank_name'),
    network: networks.find((name) => name.toLowerCase() === String(said('network')).toLowerCase()) ?? '',
    wallet_address: lower(said('wallet_address') ?? ''),
    ...(draft.operation.path.endsWith('/offramp')
      ? { type: 'Sell', account_name: said('account_name') ?? '' }
      : {
          type: 'Buy',
          link_account_name: vendor?.name,
          link_account_number: vendor?.number,
          link_bank_name: vendor?.bank,
        }),
    ...(said('reference') === undefined ? {} : { reference: said('reference') }),
  }
  const got = {
    ...fields,
    amount,
    business_id: businessId,
    reference,
    wallet_address: lower(fields.wallet_address),
  }
  for (const [name, value] of Object.entries(wanted)) {
    const answered = got[name as keyof typeof got]
    if (answered !== value)
      return `${name} is ${JSON.stringify(answered)} where ${JSON.stringify(value)} was asked for`
  }
  return undefined
}

/** Some networks write an address in capitals of their own. */
function lower(address: unknown): string {
  return String(address).toLowerCase()
}
