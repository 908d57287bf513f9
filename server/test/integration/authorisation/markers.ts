import type { Planted } from './rows.ts'
import type { Tenancy } from './tenancies.ts'

/** Texts that only the answers to one tenancy may contain. */
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

/** Texts that both modes of one business share. */
export function businessMarkersOf({ businessId, linkTag, name, uuid }: Tenancy): string[] {
  return [businessId, linkTag, name, uuid]
}

/** Those of the texts that came back although the caller had not sent them. */
export function leaksIn(answer: string, request: string, forbidden: readonly string[]): string[] {
  const [heard, said] = [answer.toLowerCase(), request.toLowerCase()]
  return forbidden.filter((marker) => {
    const text = marker.toLowerCase()
    return heard.includes(text) && !said.includes(text)
  })
}
