import type { RailState } from './rail.ts'

/** What the sentence at the top of the console is made of. */
export type Told = Readonly<{
  isAllFrozen: boolean
  frozen: readonly string[]
  /** Rows that are not what was sealed. */
  changedRows: number
  stuck: number
  differCount: number
  paidTwice: number
  isBacked: boolean
  overdueCases: number
  rails: ReadonlyArray<Readonly<{ name: string; state: RailState }>>
  lowFloats: ReadonlyArray<Readonly<{ name: string; emptyAt: Date }>>
}>

export type Verdict = Readonly<{ tone: 'good' | 'warn' | 'bad'; sentence: string }>

const MOST_CLAUSES = 3

/** Says in one sentence whether money moves, and what needs somebody, the worst first. */
export function judge(told: Told): Verdict {
  const bad = [
    ...(told.changedRows > 0 ? ['tampering was found'] : []),
    ...(told.paidTwice > 0 ? [`${count(told.paidTwice, 'payout was', 'payouts were')} paid twice`] : []),
    ...(told.differCount > 0 ? ['the books differ from a bank or a chain'] : []),
    ...(told.isBacked ? [] : ['we hold less than we owe']),
    ...(told.stuck > 0 ? [`${count(told.stuck, 'transaction is', 'transactions are')} stuck`] : []),
  ]
  const warn = [
    ...told.frozen.map((name) => `${name} is frozen`),
    ...told.rails.flatMap(({ name, state }) => clauseOf(name, state)),
    ...told.lowFloats.map(({ name, emptyAt }) => `${name} needs a top-up by ${clock.format(emptyAt)}`),
    ...(told.overdueCases > 0 ? [`${count(told.overdueCases, 'case is', 'cases are')} overdue`] : []),
  ]
  const tone = told.isAllFrozen || bad.length > 0 ? 'bad' : warn.length > 0 ? 'warn' : 'good'
  const start = told.isAllFrozen ? 'Nothing is sent: everything is frozen.' : 'Money is moving.'
  const clauses = [...bad, ...warn]
  return { tone, sentence: clauses.length === 0 ? start : `${start} ${toSentence(clauses)}` }
}

function clauseOf(name: string, state: RailState): string[] {
  if (state === 'slow') return [`${name} is slow`]
  if (state === 'down') return [`${name} does not answer`]
  return state === 'float_low' ? [`${name} has too little for what waits`] : []
}

function toSentence(clauses: readonly string[]): string {
  const shown =
    clauses.length > MOST_CLAUSES
      ? [...clauses.slice(0, MOST_CLAUSES - 1), `${clauses.length - MOST_CLAUSES + 1} more things need you`]
      : clauses
  const joined =
    shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')}, and ${shown.at(-1) ?? ''}`
  return `${joined.slice(0, 1).toUpperCase()}${joined.slice(1)}.`
}

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
})
