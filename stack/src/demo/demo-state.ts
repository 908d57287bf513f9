/** What the page shows. Amounts are kobo as text. The page imports only these types. */

export const buttonNames = [
  'pay',
  'kill-worker',
  'lose-reply',
  'five-webhooks',
  'reorganise',
  'delete-engine',
  'pay-twice',
  'take-back',
] as const
export type ButtonName = (typeof buttonNames)[number]

export type ButtonState = Readonly<{
  /** Presses that are still under way. */
  running: number
  /** Presses that ended well, and badly. */
  good: number
  bad: number
  /** How the last finished press ended. */
  last: Readonly<{ isGood: boolean; words: string }> | null
}>

/** A fact, followed by what the system did about it. */
export type LogLine = Readonly<{
  id: number
  at: string
  /** `fault`: we broke something on purpose. `bad`: money is not where it should be. */
  tone: 'fact' | 'fault' | 'bad'
  what: string
  effect: string | null
}>

/** Where the money of an order is, according to the bank and the chain. */
export type OrderPlace = 'unpaid' | 'on_its_way' | 'delivered' | 'refunded' | 'taken_back' | 'wrong'

export type DemoOrder = Readonly<{
  number: number
  kind: 'order' | 'cash_out'
  transactionId: string
  amountKobo: string
  /** What we broke while its money was on its way. */
  marks: ReadonlyArray<Readonly<{ at: string; words: string }>>
}>

/** The independent reader's figures. They come from the bank and the chain alone. */
export type Count = Readonly<{
  checkedAt: string
  /** How often the reader has read both since it started. */
  checks: number
  paymentsIn: number
  delivered: number
  refunded: number
  cashedOut: number
  takenBack: number
  onItsWay: number
  paidTwice: number
  lost: number
  koboDifference: string
  /** Names what is wrong, one sentence each. */
  problems: readonly string[]
  places: Readonly<Record<string, OrderPlace>>
  /** Kobo at our collection and payout accounts, and tokens in our wallets, each as kobo. */
  outside: Readonly<{ bank: string; payouts: string; tokens: string }>
}>

export type Books = Readonly<{
  /** Since the demo began. `outside` is null for an account that only the books have. */
  balances: ReadonlyArray<Readonly<{ name: string; unit: '₦' | ''; ours: string; outside: string | null }>>
  entries: ReadonlyArray<
    Readonly<{
      id: string
      at: string
      /** Posted a moment ago. */
      isNew: boolean
      debit: string
      credit: string
      kobo: string
      unit: '₦' | ''
    }>
  >
  /** Naira and tokens that were debited and credited to all accounts since the demo began. */
  debitKobo: string
  creditKobo: string
}>

export type DemoState = Readonly<{
  business: string
  phone: Readonly<{ number: number; path: string }>
  orders: readonly DemoOrder[]
  buttons: Readonly<Record<ButtonName, ButtonState>>
  log: readonly LogLine[]
  count: Count | null
  books: Books | null
  /** Parts of the stack, and whether each runs now. */
  parts: ReadonlyArray<Readonly<{ name: string; isUp: boolean }>>
}>
