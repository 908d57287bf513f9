const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const GROUPS = [
  [1_000_000_000_000n, 'trillion'],
  [1_000_000_000n, 'billion'],
  [1_000_000n, 'million'],
  [1_000n, 'thousand'],
] as const
const KOBO = 100n

/** Writes an amount of naira as a cheque does: `Twenty thousand and one naira, fifty kobo only`. */
export function nairaInWords(minor: bigint): string {
  const [naira, kobo] = [minor / KOBO, minor % KOBO]
  const words = `${inWords(naira)} naira${kobo === 0n ? '' : `, ${inWords(kobo)} kobo`} only`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function inWords(number: bigint): string {
  for (const [size, name] of GROUPS) {
    if (number < size) continue
    const rest = number % size
    const joint = rest < 100n ? ' and ' : ' '
    return `${inWords(number / size)} ${name}${rest === 0n ? '' : `${joint}${inWords(rest)}`}`
  }
  const hundreds = number / 100n
  const rest = number % 100n
  if (hundreds > 0n) return `${SMALL[Number(hundreds)]} hundred${rest === 0n ? '' : ` and ${inWords(rest)}`}`
  if (number < 20n) return SMALL[Number(number)] ?? ''
  const ten = TENS[Number(number / 10n)] ?? ''
  return number % 10n === 0n ? ten : `${ten}-${SMALL[Number(number % 10n)]}`
}
