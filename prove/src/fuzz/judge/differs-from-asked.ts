import { networkNames } from '@afara/server/kernel/networks.ts'
import { printedAmount, readAmountText } from '../requests/amount.ts'
import { amountOf, type Draft, fieldValue } from '../requests/draft.ts'
import type { Party } from '../world.ts'
import type { Accepted } from './accepted.ts'

/** Describes a difference between an accepted transaction and its request. Returns undefined if there is none. */
export function differsFromAsked(draft: Draft, accepted: Accepted): string | undefined {
  if (draft.operation.path.startsWith('/pay-links/')) return differsFromAskedLink(draft, accepted)
  if (draft.operation.path.endsWith('/onramp/expected')) return differsFromAskedExpected(draft, accepted)
  if (draft.operation.method === 'GET') {
    return draft.target.includes(accepted.id) ? undefined : `${accepted.id} was returned for ${draft.target}`
  }
  const { amount, businessId, reference, fee, fields } = accepted
  const got: Readonly<Record<string, unknown>> = {
    ...fields,
    amount,
    fee,
    reference,
    business_id: businessId,
    wallet_address: lower(fields.wallet_address),
    payout: JSON.stringify(fields.payout),
  }
  for (const [name, value] of Object.entries(wantedFields(draft, accepted))) {
    if (got[name] !== value) {
      return `${name} is ${JSON.stringify(got[name])} instead of ${JSON.stringify(value)}`
    }
  }
  return undefined
}

/** Checks a buy that was made before its payment. It has the requested amount and reference. */
function differsFromAskedExpected(draft: Draft, { amount, reference }: Accepted): string | undefined {
  const said = fieldValue(draft, 'reference')
  if (said !== undefined && said !== reference) {
    return `reference is ${reference} instead of ${JSON.stringify(said)}`
  }
  const wanted = printedAmount(amountOf(draft) ?? 0n)
  return amount === wanted ? undefined : `amount is ${amount} instead of ${wanted}`
}

/** Checks a pay link. Its amount is the requested naira plus some kobo, and its reference is the requested one. */
function differsFromAskedLink(draft: Draft, { amount, reference, fields }: Accepted): string | undefined {
  if (draft.operation.path.includes('{')) {
    const id = String(fields.id)
    return draft.target.includes(id) ? undefined : `${id} was returned for ${draft.target}`
  }
  const said = fieldValue(draft, 'reference')
  if (said !== undefined && said !== reference) {
    return `reference is ${reference} instead of ${JSON.stringify(said)}`
  }
  const kobo = (readAmountText(amount) ?? 0n) - (amountOf(draft) ?? 0n)
  return kobo >= 1n && kobo <= 99n ? undefined : `${kobo} kobo were added to the amount instead of 1 to 99`
}

/** Computes the expected reply independently, from the rules of the API. */
function wantedFields(draft: Draft, { fields }: Accepted): Record<string, unknown> {
  const { party, operation } = draft
  const said = (name: string) => fieldValue(draft, name)
  const amount = amountOf(draft) ?? 0n
  const isSell = operation.path.endsWith('/offramp')
  const isWithdrawal = operation.path.endsWith('/withdrawals')
  const fee = isWithdrawal ? 0n : feeOf(party, amount)
  const fallback = isSell || isWithdrawal ? null : party.defaultWallet
  const network = lower(said('network') ?? fallback?.network ?? '')
  const common = {
    amount: printedAmount(amount),
    fee: printedAmount(fee),
    business_id: party.businessId,
    link_tag: party.linkTag,
    account_number: said('account_number'),
    bank_name: said('bank_name'),
    network: networkNames.find((name) => name.toLowerCase() === network) ?? '',
    wallet_address: lower(said('wallet_address') ?? fallback?.address ?? ''),
    date_created: dayInLagos(String(fields.created_at)),
    ...(said('reference') === undefined ? {} : { reference: said('reference') }),
  }
  if (isSell) {
    const payout = {
      bank_name: said('bank_name'),
      account_number: said('account_number'),
      account_name: said('account_name') ?? '',
      amount: Number(printedAmount(amount - fee)),
    }
    return { ...common, type: 'Sell', account_name: payout.account_name, payout: JSON.stringify(payout) }
  }
  if (isWithdrawal) return { ...common, type: 'Withdrawal' }
  const vendor = party.vendors.find(({ number }) => number === said('vendor_number'))
  return {
    ...common,
    type: 'Buy',
    link_account_name: vendor?.name,
    link_account_number: vendor?.number,
    link_bank_name: vendor?.bank,
  }
}

/** A fraction of a kobo is rounded up. */
function feeOf({ feePlan: { flatMinor, bps, capMinor } }: Party, amount: bigint): bigint {
  const fee = flatMinor + (amount * bps + 9_999n) / 10_000n
  return capMinor !== null && fee > capMinor ? capMinor : fee
}

/** Lagos is one hour ahead of UTC all year. */
function dayInLagos(moment: string): string {
  const there = new Date(Date.parse(moment) + 60 * 60 * 1000)
  return Number.isNaN(there.getTime()) ? 'not a time' : monthDayYear.format(there)
}

const monthDayYear = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' })

/** Network names ignore case, and some networks use capitals as a checksum of addresses. */
function lower(text: unknown): string {
  return typeof text === 'string' ? text.toLowerCase() : JSON.stringify(text)
}
