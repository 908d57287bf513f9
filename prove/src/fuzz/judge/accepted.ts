import type { Reply } from '../wire/reply.ts'

/** The accepted transaction in a reply. Amount and fee are the text of the number. */
export type Accepted = Readonly<{
  id: string
  businessId: string
  reference: string
  amount: string
  fee: string
  status: string
  isReplay: boolean
  fields: Readonly<Record<string, unknown>>
}>

/** Returns undefined if the reply accepts nothing. */
export function readAccepted(reply: Reply): Accepted | undefined {
  if (reply.status < 200 || reply.status > 299 || reply.body.length === 0) return undefined
  // A file shows a transaction that was accepted long ago.
  if (!(reply.headers.get('content-type') ?? '').includes('json')) return undefined
  const text = reply.body.toString('utf8')
  const {
    transaction,
    drill,
    pay_link: link,
  } = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, unknown>>>>
  const isReplay = reply.headers.get('idempotent-replayed') === 'true'
  if (drill !== undefined) {
    return {
      id: String(drill.id),
      businessId: '',
      reference: '',
      amount: '',
      fee: '',
      status: String(drill.status),
      isReplay,
      fields: drill,
    }
  }
  // A cancelled link was accepted when it was made.
  if (link !== undefined && link.status !== 'cancelled') {
    return {
      id: String(link.transaction_id),
      businessId: '',
      reference: String(link.reference),
      amount: /"amount":([^,}]+)/.exec(text)?.[1] ?? '',
      fee: /"fee":([^,}]+)/.exec(text)?.[1] ?? '',
      status: String(link.status),
      isReplay,
      fields: link,
    }
  }
  // So was a cancelled transaction.
  if (transaction === undefined || transaction.status === 'cancelled') return undefined
  const business = transaction.business as Readonly<Record<string, unknown>> | undefined
  return {
    id: String(transaction.transaction_id),
    businessId: String(business?.business_id),
    reference: String(transaction.reference),
    amount: /"amount":([^,}]+)/.exec(text)?.[1] ?? '',
    fee: /"fee":([^,}]+)/.exec(text)?.[1] ?? '',
    status: String(transaction.status),
    isReplay,
    fields: transaction,
  }
}
