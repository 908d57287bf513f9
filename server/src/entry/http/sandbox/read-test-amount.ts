import { type Asset, type Money, money } from '../../../kernel/money/money.ts'
import { requireWithin } from '../../../records/limits/transaction-bounds.ts'
import { readFields } from '../read-fields.ts'
import { readAmount } from '../transaction-wire.ts'
import { hasAmount } from './has-amount.ts'

/** Whatever somebody may send by mistake: less than a transaction may be, too. Undefined where nothing was said. */
export function readTestAmount(
  body: Readonly<{ amount?: number | string }>,
  asset: Extract<Asset, 'NGN' | 'NGNC'>,
): Money | undefined {
  if (!hasAmount(body)) return undefined
  const bounds = { minimum: money(asset, 1_00n), maximum: money(asset, 250_000_000_00n) }
  return readFields({ amount: () => requireWithin(bounds, readAmount(body, asset)) }).amount
}
