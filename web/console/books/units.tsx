import { Amount } from '../parts.tsx'

/** Naira and NGNC with their kobo; coins of a network with four decimals at most; without an asset a count. */
export function Units({
  minor,
  asset,
  decimals,
  isZeroQuiet = false,
}: Readonly<{
  minor: string
  asset: string | null
  decimals: string
  /** Zero is muted and short, so that what moved stands out. */
  isZeroQuiet?: boolean
}>) {
  if (isZeroQuiet && minor === '0') return <span className="text-muted">0</span>
  if (asset === 'NGN' || asset === 'NGNC') return <Amount minor={minor} asset={asset} />
  const isNegative = minor.startsWith('-')
  const digits = minor.replace('-', '').padStart(Number(decimals) + 1, '0')
  const end = digits.length - Number(decimals)
  const whole = digits.slice(0, end).replace(/\B(?=(\d{3})+$)/g, ',')
  const rest = digits.slice(end).slice(0, 4).replace(/0+$/, '')
  return (
    <span className="whitespace-nowrap">
      {asset !== null && <span className="text-caption font-medium text-muted">{asset} </span>}
      {isNegative && '−'}
      {whole}
      {rest !== '' && <span className="text-muted">.{rest}</span>}
    </span>
  )
}
