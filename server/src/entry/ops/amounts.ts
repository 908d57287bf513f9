import {
  type Asset,
  formatMoney,
  type Money,
  money,
  parseMoney,
  printMoney,
} from '../../kernel/money/money.ts'

/** Formats naira as is usual in Nigeria: ₦1,234,567.89, always with both kobo digits. */
export function formatNaira(minor: bigint): string {
  return printMoney(money('NGN', minor))
}

/** Formats naira and NGNC (worth one naira) as naira, to the kobo. Formats gas exactly, with a minus if it is negative. */
export function formatAmount(asset: Asset, minor: bigint): string {
  if (asset === 'NGN' || asset === 'NGNC') return formatNaira(minor)
  return `${minor < 0n ? '-' : ''}${formatMoney(money(asset, minor < 0n ? -minor : minor))}`
}

/** Formats gas with four decimals, which are enough for an operator. */
export function formatGas(asset: Asset, units: bigint): string {
  const [coins = '', decimals = ''] = formatMoney(money(asset, units)).split('.')
  return `${coins}${decimals === '' ? '' : `.${decimals.slice(0, 4)}`} ${asset}`
}

/** Reads amounts as operators type them and as we print them: 15000, 15000.5, ₦15,000.50. */
export function readNaira(text: string): Money {
  const plain = /^₦?(?<grouped>[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?)$/.exec(text)?.groups?.grouped
  const { minor } = parseMoney(
    plain === undefined ? text.replace(/^₦/, '') : plain.replaceAll(',', ''),
    'NGN',
  )
  return money('NGN', minor)
}
