import type { Person, SendingBank } from './person.ts'

/**
 * A world whose truth is known: who paid, for whom, and who only says so. Times are milliseconds since it began.
 * Nothing here knows how matching decides.
 */
export type World = Readonly<{
  businesses: readonly WorldBusiness[]
  accounts: readonly WorldAccount[]
  persons: readonly Person[]
  claims: readonly Claim[]
  credits: readonly Credit[]
  /** In the order of time. */
  happenings: readonly Happening[]
  /** Claims of thieves for exactly what an expected payment asks, by claim. */
  tailOf: ReadonlyMap<number, number>
}>

export type BusinessKind =
  /** Its cap is more than all that its customers pay on trust. */
  | 'established'
  /** Its cap is a part of that. */
  | 'tight'
  /** No operator has granted it anything. */
  | 'new'
  /** It has an account of its own. */
  | 'dedicated'
  | 'thief_new'
  /** Uses its cap up with payments of its own, then steals. */
  | 'thief_spent'
  | 'thief_within_cap'

type WorldBusiness = Readonly<{ index: number; kind: BusinessKind; capMinor: bigint }>

export type Feed = 'monnify' | 'providus' | 'paystack'

export type WorldAccount = Readonly<{
  index: number
  feed: Feed
  /** Whose alone it is; null when shared. */
  business: number | null
  /** At the end of every day its statement is read too. */
  hasStatements: boolean
}>

export type Claim = Readonly<{
  index: number
  at: number
  business: number
  account: number
  /** Of an expected payment: the whole naira that were asked for; what is to be paid is told when it is issued. */
  amountMinor: bigint
  /** What was typed; null for an expected payment. */
  typed: Readonly<{ accountNumber: string; bank: SendingBank; name: string | null }> | null
  /** Whose buy it is in truth. */
  person: number
  /** What the thief tries; null when it is honest. */
  attack: Attack | null
}>

export type Shows = 'number' | 'mask' | 'blank'

export type Credit = Readonly<{
  index: number
  at: number
  account: number
  kind: 'payment' | 'own_return' | 'unclear'
  class: PaymentClass
  /** Of an expected payment: what is added to what was to be paid. */
  amountMinor: bigint
  /** The claim whose exact amount it pays, which only its issue tells. */
  expected: number | null
  payer: Person | null
  shows: Shows
  /** Digits that a mask leaves. */
  maskDigits: 3 | 4
  /** The source tells the payer's bank. */
  showsBank: boolean
  hasSession: boolean
  hasCode: boolean
  feeMinor: bigint
  /** Whose it is: the buys of this person at this business, and nobody else's. Null: nobody's. */
  owner: Readonly<{ business: number; person: number }> | null
  /** The share that it counts in. */
  counts: 'shared' | 'dedicated' | 'expected' | null
}>

export const paymentClasses = [
  'shared',
  'dedicated',
  'expected',
  'part',
  'over',
  'late',
  'third_party',
  'stale',
  'unclaimed',
  'reversed',
  'recalled',
  'own_return',
  'unclear',
  'new_business',
  'tight',
  'twins',
  'paid_twice',
  'same_mask',
  'same_number',
  'two_businesses',
  'attacked',
  'spent_own',
] as const
export type PaymentClass = (typeof paymentClasses)[number]

export const attacks = [
  'first_by_new',
  'first_by_spent',
  'first_within_cap',
  'contest',
  'second_by_new',
  'known_elsewhere',
  'mask_surname',
  'mask_name',
  'mask_other_bank',
  'soak_larger',
  'soak_smaller',
  'near_amount',
  'amount_only',
  'other_account',
  'blank_amount',
  'stale_claim',
  'unclaimed',
  'own_return',
  'reversed',
  'tail_known',
  'tail_spray',
  'round_spray',
  'insider',
] as const
export type Attack = (typeof attacks)[number]

export type Happening = Readonly<{ at: number }> &
  (
    | Readonly<{ kind: 'claim'; claim: number }>
    | Readonly<{ kind: 'reading'; credit: number; source: 'feed' | 'statement' }>
    /** The credit is taken back: always, or because its payer was robbed and complained. */
    | Readonly<{ kind: 'take_back'; credit: number; lineKind: 'reversal' | 'recall'; onlyIfStolen: boolean }>
  )
