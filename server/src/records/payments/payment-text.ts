import { hash } from 'node:crypto'
import type { Mode } from '../../kernel/mode.ts'

/** One payment of an order, as members sign it. Amounts are in kobo. */
export type PaymentItem = Readonly<{
  /** From 1, in the order of the items. */
  number: number
  bankCode: string
  accountNumber: string
  /** As the bank answered. */
  accountName: string
  amountMinor: bigint
  /** The reference of the sell that pays it. */
  reference: string
  /** For the business alone. No bank sees it. */
  note: string
}>

type SignedOrder = Readonly<{
  id: string
  businessId: string
  mode: Mode
  reference: string
  items: readonly PaymentItem[]
}>

/**
 * Returns the text of an order, which is exactly what members sign. It covers everything that the order does: each item is in it as the
 * digest of its line. The payer writes the same text from its own rows, so both must change together.
 */
export function formatPaymentOrder({ id, businessId, mode, reference, items }: SignedOrder): string {
  return [
    'Afara payment 1',
    formatLine('mode', mode),
    formatLine('business', businessId),
    formatLine('order', id),
    formatLine('reference', reference),
    formatLine('count', items.length),
    formatLine('total_minor', String(totalOf(items))),
    ...items.map((item) => formatLine(`item.${item.number}`, `sha256:${hash('sha256', itemLine(item))}`)),
  ].join('\n')
}

/** Returns the line of an item. It is JSON, so that no value can look like another one. */
function itemLine(item: PaymentItem): string {
  const { number, bankCode, accountNumber, accountName, amountMinor, reference, note } = item
  return JSON.stringify([number, bankCode, accountNumber, accountName, String(amountMinor), reference, note])
}

/** Returns the text that an owner signs to let one member pay alone, up to this amount in 24 hours. */
export function formatPaymentLimit(
  limit: Readonly<{ businessId: string; mode: Mode; version: number; limitMinor: bigint }>,
): string {
  return formatLines('Afara payment limit 1', {
    mode: limit.mode,
    business: limit.businessId,
    version: limit.version,
    limit_minor: String(limit.limitMinor),
  })
}

/** Returns the text that an owner signs to restrict sells to beneficiaries, or to end that. */
export function formatPayeeRestriction(
  change: Readonly<{ businessId: string; mode: Mode; version: number; isOn: boolean }>,
): string {
  return formatLines('Afara payee restriction 1', {
    mode: change.mode,
    business: change.businessId,
    version: change.version,
    sells_to: change.isOn ? 'beneficiaries' : 'any account',
  })
}

/** Returns a text that members sign: its title, and a line for each value. */
export function formatLines(title: string, values: Readonly<Record<string, string | number>>): string {
  return [title, ...Object.entries(values).map(([name, value]) => formatLine(name, value))].join('\n')
}

export function totalOf(items: readonly Readonly<{ amountMinor: bigint }>[]): bigint {
  return items.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

function formatLine(name: string, value: string | number): string {
  return `${name}: ${JSON.stringify(value)}`
}
