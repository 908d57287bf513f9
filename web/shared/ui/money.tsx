/** An amount in full: the unit first, thousands by commas, the kobo muted, and a true minus. `kobo` is a whole number in a text. */
export function Money({ kobo, unit = '₦' }: Readonly<{ kobo: string; unit?: '₦' | '' }>) {
  const { sign, whole, rest } = splitAmount(kobo)
  return (
    <span className="whitespace-nowrap">
      {sign}
      {unit}
      {whole}
      <span className="text-muted">.{rest}</span>
    </span>
  )
}

function splitAmount(kobo: string): Readonly<{ sign: string; whole: string; rest: string }> {
  const isNegative = kobo.startsWith('-')
  const digits = kobo.replace('-', '').padStart(3, '0')
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  return { sign: isNegative ? '−' : '', whole, rest: digits.slice(-2) }
}
