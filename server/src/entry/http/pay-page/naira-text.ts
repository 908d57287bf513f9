import type { Money } from '../../../kernel/money/money.ts'

const KOBO = 100n

/** An amount of naira as people read it, with its kobo apart; and as they type it into a bank's form. */
export function nairaText({ minor }: Money): Readonly<{ whole: string; kobo: string; typed: string }> {
  const naira = (minor / KOBO).toString()
  const kobo = (minor % KOBO).toString().padStart(2, '0')
  return { whole: `₦${naira.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}`, kobo, typed: `${naira}.${kobo}` }
}
