import type { Person, SendingBank } from './person.ts'

/**
 * A world with a known truth: who paid, for whom, and which claims are false. Times are milliseconds since it began. Nothing here depends
 * on how matching decides.
 */
export type World = Readonly<{
  businesses: readonly WorldBusiness[]
  accounts: readonly WorldAccount[]
  persons: readonly Person[]
  claims: readonly Claim[]
  credits: readonly Credit[]
  /** In order of time. */
  happenings: readonly Happening[]
  /** The expected payment whose exact amount a thief claims, by the thief's claim. */
  tailOf: ReadonlyMap<number, number>
}>

export type BusinessKind =
  /** Its cap exceeds everything that its customers pay on trust. */
  | 'established'
  /** Its cap covers only a part of that. */
  | 'tight'
  /** No operator has granted it a cap. */
  | 'new'
  /** A business with its own account. */
  | 'dedicated'
  | 'thief_new'
  /** Uses up its cap with its own payments, then steals. */
  | 'thief_spent'
  | 'thief_within_cap'

type WorldBusiness = Readonly<{ index: number; kind: BusinessKind; capMinor: bigint }>

export type Feed = 'monnify' | 'providus' | 'paystack' | 'kora'

export type WorldAccount = Readonly<{
  index: number
  feed: Feed
  /** The business that owns the account. Null means shared. */
  business: number | null
  /** Receives what is paid to numbers for one payment. */
  isPool: boolean
  /** Its statement is read too, at the end of every day. */
  hasStatements: boolean
}>

export type Claim = Readonly<{
  index: number
  at: number
  business: number
  account: number
  /** For an expected payment, the requested whole naira. The exact amount is known when it is issued. */
  amountMinor: bigint
  /** Typed details of the payer. Null for an expected payment. */
  typed: Readonly<{ accountNumber: string; bank: SendingBank; name: string | null }> | null
  /** The true owner of the buy. */
  person: number
  /** The account number that its payer is given for this payment alone. */
  number: string | null
  /** The attempted attack. Null if the claim is honest. */
  attack: Attack | null
}>

export type Shows = 'number' | 'mask' | 'blank'

export type Credit = Readonly<{
  index: number
  at: number
  account: number
  kind: 'payment' | 'own_return' | 'unclear'
  class: PaymentClass
  /** For an expected payment, the amount on top of the expected one. */
  amountMinor: bigint
  /** The claim whose exact amount the credit pays. The amount is known only once the claim is issued. */
  expected: number | null
  payer: Person | null
  shows: Shows
  /** Number of digits that a mask shows. */
  maskDigits: 3 | 4
  /** Whether the source shows the payer's bank. */
  showsBank: boolean
  hasSession: boolean
  hasCode: boolean
  feeMinor: bigint
  /** The owner: only buys of this person at this business may receive the credit. Null means nobody. */
  owner: Readonly<{ business: number; person: number }> | null
  /** The share that the credit counts in. */
  counts: 'shared' | 'dedicated' | 'expected' | 'own_number' | null
}>

export const paymentClasses = [
  'shared',
  'dedicated',
  'expected',
  'own_number',
  'own_number_late',
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
  'tail_near',
  'tail_spray',
  'round_spray',
  'insider',
] as const
export type Attack = (typeof attacks)[number]

export type Happening = Readonly<{ at: number }> &
  (
    | Readonly<{ kind: 'claim'; claim: number }>
    | Readonly<{ kind: 'reading'; credit: number; source: 'feed' | 'statement' }>
    /** The credit is taken back: always, or because its robbed payer complained. */
    | Readonly<{ kind: 'take_back'; credit: number; lineKind: 'reversal' | 'recall'; onlyIfStolen: boolean }>
  )
