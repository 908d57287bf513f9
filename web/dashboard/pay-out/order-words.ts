import type { Tone } from '../../shared/ui/pill.tsx'
import { toneOf, wordsOf } from '../words.ts'
import type { Item, ListedOrder } from './use-payments.ts'

type Said = Readonly<{ tone: Tone; words: string }>

/** What an order is doing, in two or three words. */
export function stateOf(order: ListedOrder): Said {
  switch (order.state) {
    case 'unsigned':
      return { tone: 'warn', words: 'Sign it' }
    case 'proposed':
      return order.is_own
        ? { tone: 'info', words: 'Waits for approval' }
        : { tone: 'warn', words: 'Needs approval' }
    case 'withdrawn':
      return { tone: 'ended', words: 'Withdrawn' }
    case 'refused':
      return { tone: 'ended', words: 'Refused' }
    default:
      return payingOf(order)
  }
}

function payingOf({ count, paid_count, refused_count, failed_count }: ListedOrder): Said {
  const [all, paid] = [BigInt(count), BigInt(paid_count)]
  const wrong = BigInt(refused_count) + BigInt(failed_count)
  if (paid === all) return { tone: 'good', words: 'Paid' }
  if (wrong > 0n) return { tone: 'bad', words: `${wrong} not paid` }
  return { tone: 'info', words: `${paid} of ${all} paid` }
}

/** What one payment of an approved order is doing. */
export function itemOf({ status, refusal }: Item): Said {
  if (refusal !== null) return { tone: 'bad', words: 'Not paid' }
  if (status === null) return { tone: 'info', words: 'Next' }
  return status === 'completed'
    ? { tone: 'good', words: 'Paid' }
    : { tone: toneOf(status), words: wordsOf(status) }
}

export function counted(count: string | number | bigint, one: string, many = `${one}s`): string {
  return `${count} ${String(count) === '1' ? one : many}`
}

/** Adds amounts such as "25000.5" as whole kobo. */
export function sumKobo(amounts: readonly string[], koboOf: (amount: string) => string): bigint {
  return amounts.reduce((sum, amount) => sum + BigInt(koboOf(amount)), 0n)
}

/** An account number in groups of 4, 3 and 3, as people read it aloud. */
export function groupedAccount(number: string): string {
  return number.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3')
}
