import type { OrderPlace } from '../demo-state.ts'

/** What was promised to a customer, written down before any money moved. */
export type Note = Readonly<{
  /** `order-7` or `cash-out-3`. */
  name: string
  kind: 'order' | 'cash_out'
  /** Naira to be paid in, or paid out. */
  amountKobo: string
  feeKobo: string
  /** Receives the tokens of an order. */
  wallet: string | null
  /** The payer's account number, or that of the beneficiary. Each note has its own. */
  number: string
}>

export type SeenLine = Readonly<{
  id: string
  direction: 'credit' | 'debit'
  /** The credit that this debit takes back. */
  of: string | null
  kobo: bigint
  payerNumber: string
  bookedAt: number
}>
/** Naira that reached an account and stayed there. */
export type SeenArrival = Readonly<{ number: string; kobo: bigint }>
/** Tokens that reached an address that is not ours, in a final block. */
export type SeenTransfer = Readonly<{ to: string; kobo: bigint }>

export type Seen = Readonly<{
  lines: readonly SeenLine[]
  arrivals: readonly SeenArrival[]
  transfers: readonly SeenTransfer[]
}>

type Counted = {
  paymentsIn: number
  delivered: number
  refunded: number
  cashedOut: number
  takenBack: number
  onItsWay: number
  paidTwice: number
  lost: number
  difference: bigint
  problems: string[]
  places: Record<string, OrderPlace>
}

/** Money that arrived and went nowhere for this long is lost until it shows up. */
export const LOST_AFTER_MS = 180_000

/**
 * Compares what was promised with what the bank and the chain show. Everything that left must be explained by a note, to the kobo.
 * Differences are added without their sign, so that two errors cannot cancel out.
 */
export function countMoney(notes: readonly Note[], seen: Seen, now: number): Counted {
  const counted: Counted = {
    paymentsIn: 0,
    delivered: 0,
    refunded: 0,
    cashedOut: 0,
    takenBack: 0,
    onItsWay: 0,
    paidTwice: 0,
    lost: 0,
    difference: 0n,
    problems: [],
    places: {},
  }
  for (const note of notes) {
    if (note.kind === 'order') countOrder(note, seen, now, counted)
    else countCashOut(note, seen, counted)
  }
  countStrays(notes, seen, counted)
  return counted
}

function countOrder(note: Note, seen: Seen, now: number, counted: Counted): void {
  const [amount, fee] = [BigInt(note.amountKobo), BigInt(note.feeKobo)]
  const credits = seen.lines.filter((line) => line.direction === 'credit' && line.payerNumber === note.number)
  const ids = new Set(credits.map(({ id }) => id))
  const taken = seen.lines.filter(({ direction, of }) => direction === 'debit' && of !== null && ids.has(of))
  const deliveries = seen.transfers.filter(({ to }) => to === note.wallet)
  const refunds = seen.arrivals.filter(({ number }) => number === note.number)
  // A credit that was taken back after its delivery is what the business owes, so it does not count twice.
  const undelivered = Math.max(0, taken.length - deliveries.length)
  const open = credits.length - deliveries.length - refunds.length - undelivered
  const wrong = differenceOf(deliveries, amount - fee) + differenceOf(refunds, amount)
  counted.paymentsIn += credits.length
  counted.delivered += deliveries.length
  counted.refunded += refunds.length
  counted.takenBack += taken.length
  counted.difference += wrong
  if (wrong > 0n) counted.problems.push(`${titleOf(note)}: ${wrong} kobo more or less than promised.`)
  if (deliveries.length > 1 || open < 0) {
    counted.paidTwice += 1
    counted.problems.push(
      `${titleOf(note)} was paid twice: ${credits.length} paid in, ${deliveries.length} delivered, ${refunds.length} refunded.`,
    )
  }
  if (open > 0) {
    const oldest = Math.min(...credits.map(({ bookedAt }) => bookedAt))
    if (now - oldest > LOST_AFTER_MS) {
      counted.lost += open
      counted.problems.push(`${titleOf(note)}: ${open} paid in and nothing delivered for three minutes.`)
    } else counted.onItsWay += open
  }
  const isWrong = wrong > 0n || deliveries.length > 1 || open < 0
  counted.places[note.name] = isWrong
    ? 'wrong'
    : placeOf({ paid: credits.length, open, taken: taken.length, delivered: deliveries.length })
}

function placeOf(of: Readonly<{ paid: number; open: number; taken: number; delivered: number }>): OrderPlace {
  if (of.paid === 0) return 'unpaid'
  if (of.open > 0) return 'on_its_way'
  if (of.taken > 0) return 'taken_back'
  return of.delivered > 0 ? 'delivered' : 'refunded'
}

function countCashOut(note: Note, seen: Seen, counted: Counted): void {
  const arrivals = seen.arrivals.filter(({ number }) => number === note.number)
  const wrong = differenceOf(arrivals, BigInt(note.amountKobo) - BigInt(note.feeKobo))
  counted.difference += wrong
  counted.cashedOut += arrivals.length
  if (arrivals.length === 0) counted.onItsWay += 1
  if (wrong > 0n) counted.problems.push(`${titleOf(note)}: ${wrong} kobo more or less than promised.`)
  if (arrivals.length > 1) {
    counted.paidTwice += 1
    counted.problems.push(`${titleOf(note)} was paid out ${arrivals.length} times.`)
  }
  const isWrong = wrong > 0n || arrivals.length > 1
  counted.places[note.name] = isWrong ? 'wrong' : arrivals.length === 0 ? 'on_its_way' : 'delivered'
}

/** Counts money that went somewhere nobody was promised anything. */
function countStrays(notes: readonly Note[], { transfers, arrivals, lines }: Seen, counted: Counted): void {
  const wallets = new Set(notes.map(({ wallet }) => wallet))
  const numbers = new Set(notes.map(({ number }) => number))
  const strays = [
    ...transfers.filter(({ to }) => !wallets.has(to)),
    ...arrivals.filter(({ number }) => !numbers.has(number)),
    ...lines.filter(({ direction, payerNumber, of }) => {
      return direction === 'credit' ? !numbers.has(payerNumber) : of === null
    }),
  ]
  for (const { kobo } of strays) {
    counted.difference += kobo
    counted.problems.push(`${kobo} kobo moved, and no order explains it.`)
  }
}

/** `order-7` is the order that the page calls "Order 7". */
function titleOf({ name }: Note): string {
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/-(\d+)$/, ' $1')
}

function differenceOf(moved: ReadonlyArray<Readonly<{ kobo: bigint }>>, each: bigint): bigint {
  return moved.reduce((sum, { kobo }) => sum + (kobo > each ? kobo - each : each - kobo), 0n)
}
