import type { Tenancy } from './tenancies.ts'

/** A request without its sender. */
export type WireRequest = Readonly<{
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
}>

type Fields = Readonly<Record<string, unknown>>

export function get(url: string): WireRequest {
  return { method: 'GET', url }
}

/** A valid buy of the tenancy, except for the changes. */
export function buyOf(tenancy: Tenancy, changes: Fields = {}, idempotencyKey?: string): WireRequest {
  return sendJson('/transactions/v1/onramp', idempotencyKey, {
    ...bodyOf(tenancy, 'buy_ramp'),
    ...paid(tenancy.dedicated),
    network: 'Polygon',
    wallet_address: tenancy.words.wallet,
    ...changes,
  })
}

/** A valid sell from a wallet, except for the changes. */
export function sellOf(tenancy: Tenancy, changes: Fields = {}, idempotencyKey?: string): WireRequest {
  return sendJson('/transactions/v1/offramp', idempotencyKey, {
    ...bodyOf(tenancy, 'sell_ramp'),
    network: 'Polygon',
    wallet_address: tenancy.words.wallet,
    ...changes,
  })
}

/** A valid withdrawal of the tenancy's tokens, except for the changes. */
export function withdrawalOf(tenancy: Tenancy, changes: Fields = {}, idempotencyKey?: string): WireRequest {
  const { businessId, linkTag, words } = tenancy
  return sendJson('/transactions/v1/withdrawals', idempotencyKey, {
    business_id: businessId,
    link_tag: linkTag,
    type: 'withdrawal',
    amount: words.amount,
    network: 'Polygon',
    wallet_address: words.wallet,
    ...changes,
  })
}

export function enquiryOf({ words }: Tenancy): WireRequest {
  return sendJson('/banks/v1/name-enquiry', undefined, {
    bank_name: 'GTBank',
    account_number: words.payerNumber,
  })
}

/** A valid pay link whose tokens go to the balance, except for the changes. */
export function payLinkOf(tenancy: Tenancy, changes: Fields = {}, idempotencyKey?: string): WireRequest {
  const { businessId, linkTag } = tenancy
  return sendJson('/pay-links/v1', idempotencyKey, {
    business_id: businessId,
    link_tag: linkTag,
    amount: 40_000,
    ...changes,
  })
}

export function expectedOf(tenancy: Tenancy, changes: Fields = {}, idempotencyKey?: string): WireRequest {
  const { businessId, linkTag } = tenancy
  return sendJson('/transactions/v1/onramp/expected', idempotencyKey, {
    business_id: businessId,
    link_tag: linkTag,
    amount: 45_000,
    ...changes,
  })
}

export function cancelOf(payLinkId: string): WireRequest {
  return sendJson(`/pay-links/v1/${payLinkId}/cancel`, undefined)
}

export function drill(idempotencyKey?: string): WireRequest {
  return sendJson('/drills/v1', idempotencyKey)
}

export function paid({ name, accountNumber, bankName }: Tenancy['dedicated']): Fields {
  return { vendor_name: name, vendor_number: accountNumber, vendor_bank: bankName }
}

function bodyOf({ businessId, linkTag, words }: Tenancy, type: string): Fields {
  return {
    business_id: businessId,
    link_tag: linkTag,
    type,
    amount: words.amount,
    bank_name: 'GTBank',
    account_number: words.payerNumber,
    account_name: words.payerName,
  }
}

export function sendJson(url: string, idempotencyKey: string | undefined, fields?: Fields): WireRequest {
  return {
    method: 'POST',
    url,
    headers: {
      ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(fields === undefined ? {} : { body: JSON.stringify(fields) }),
  }
}
