import {
  type ButtonName,
  type ButtonState,
  buttonNames,
  type DemoOrder,
  type DemoState,
  type LogLine,
} from './demo-state.ts'
import type { Deal } from './shop.ts'

const LINES_KEPT = 60
const ORDERS_SHOWN = 12

export type Journal = ReturnType<typeof createJournal>
type Shown = Deal & { marks: Array<{ at: string; words: string }>; line?: string; isWaiting: boolean }

/** Keeps what the page shows beside the figures of others: orders, buttons, parts and the log. */
export function createJournal() {
  const shown: Shown[] = []
  const log: Array<{ -readonly [K in keyof LogLine]: LogLine[K] }> = []
  const buttons = Object.fromEntries(
    buttonNames.map((name) => [name, { running: 0, good: 0, bad: 0, last: null }]),
  ) as unknown as Record<ButtonName, { -readonly [K in keyof ButtonState]: ButtonState[K] }>
  const parts = new Map(
    ['PostgreSQL', 'Restate', 'Worker', 'Polygon, local', 'Bank simulator'].map((name) => [name, true]),
  )
  const notRecallable = new Set<Deal>()
  let lines = 0
  const find = (deal: Deal) => shown.find(({ note }) => note.name === deal.note.name)

  return {
    /** Puts a new order on the phone. */
    show: (deal: Deal, isWaiting = false): Deal => {
      shown.push({ ...deal, marks: [], isWaiting })
      return deal
    },
    /** Lists a cash-out, which the phone does not show. */
    list: (deal: Deal): void => {
      shown.push({ ...deal, marks: [], isWaiting: false })
    },
    /** Returns the order on the phone if nobody has paid it. */
    takeWaiting: (): Deal | undefined => {
      const waiting = shown.find(({ isWaiting }) => isWaiting)
      if (waiting !== undefined) waiting.isWaiting = false
      return waiting
    },
    paid: (deal: Deal, line: string): void => {
      const one = find(deal)
      if (one !== undefined) one.line ??= line
    },
    /** Keeps an order from being taken back. Of two equal payments, nobody here knows which one paid for it. */
    keep: (deal: Deal): void => {
      const one = find(deal)
      if (one !== undefined) notRecallable.add(one)
    },
    /** Returns the newest paid order that may be taken back, and only once. */
    takeRecallable: (): Readonly<{ deal: Deal; line: string }> | undefined => {
      const deal = shown.findLast((one) => one.line !== undefined && !notRecallable.has(one))
      if (deal?.line === undefined) return undefined
      notRecallable.add(deal)
      return { deal, line: deal.line }
    },
    /** Notes in the order's timeline what we broke. Returns a function that changes the words once the end is known. */
    mark: (deal: Deal, words: string): ((words: string) => void) => {
      const mark = { at: new Date().toISOString(), words }
      find(deal)?.marks.push(mark)
      return (changed) => {
        mark.words = changed
      }
    },
    part: (name: string, isUp: boolean): void => {
      parts.set(name, isUp)
    },
    say: (tone: LogLine['tone'], what: string): number => {
      lines += 1
      log.unshift({ id: lines, at: new Date().toISOString(), tone, what, effect: null })
      log.length = Math.min(log.length, LINES_KEPT)
      return lines
    },
    /** Writes, or replaces, what the system did about it. */
    follow: (id: number, effect: string): void => {
      const line = log.find((one) => one.id === id)
      if (line !== undefined) line.effect = effect
    },
    begin: (name: ButtonName): void => {
      buttons[name].running += 1
    },
    end: (name: ButtonName, last: NonNullable<ButtonState['last']>): void => {
      buttons[name].running -= 1
      buttons[name][last.isGood ? 'good' : 'bad'] += 1
      buttons[name].last = last
    },
    state: (): Pick<DemoState, 'phone' | 'orders' | 'buttons' | 'log' | 'parts'> => {
      const phone = shown.findLast(({ path }) => path !== '')
      return {
        phone: { number: phone?.number ?? 0, path: phone?.path ?? '' },
        orders: shown.slice(-ORDERS_SHOWN).map(toOrder),
        buttons,
        log,
        parts: [...parts].map(([name, isUp]) => ({ name, isUp })),
      }
    },
  }
}

function toOrder({ number, note, transactionId, marks }: Shown): DemoOrder {
  return { number, kind: note.kind, transactionId, amountKobo: note.amountKobo, marks }
}
