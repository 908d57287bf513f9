import type { Planted } from './rows.ts'
import type { Tenancy } from './tenancies.ts'

/** Returns texts that only answers to this tenancy may contain. */
export function markersOf(tenancy: Tenancy & Planted): string[] {
  const { words, dedicated, keys, drillId, buyId, sellId, withdrawalId, payLinkId } = tenancy
  return [
    ...Object.values(words),
    dedicated.name,
    dedicated.accountNumber,
    ...Object.values(keys),
    drillId,
    buyId,
    sellId,
    withdrawalId,
    payLinkId,
  ]
}

/** Returns texts that both modes of one business share. */
export function businessMarkersOf({ businessId, linkTag, name, uuid }: Tenancy): string[] {
  return [businessId, linkTag, name, uuid]
}

/** Returns the forbidden texts that the answer contains although the caller did not send them. */
export function leaksIn(answer: string, request: string, forbidden: readonly string[]): string[] {
  const [heard, said] = [answer.toLowerCase(), request.toLowerCase()]
  return forbidden.filter((marker) => {
    const text = marker.toLowerCase()
    return heard.includes(text) && !said.includes(text)
  })
}
