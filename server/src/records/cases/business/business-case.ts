import { type Money, money } from '../../../kernel/money/money.ts'
import { type AskedType, type Choice, keyChoices, type QuestionCode } from './questions.ts'

/** A question about a transaction that its business decides, and the answer. */
export type BusinessCase = Readonly<{
  id: string
  transactionId: string
  type: AskedType
  /** Whether the tokens of a sell were debited from the balance. */
  isFromBalance: boolean
  /** The current status of the transaction. */
  status: string
  reference: string
  /** What the transaction asked for. */
  amount: Money
  fee: Money
  /** What it holds now. */
  held: Money
  code: QuestionCode
  openedAt: Date
  dueAt: Date
  /** What the business may choose. Empty if the case has ended. */
  choices: readonly Choice[]
  /** The name that the bank has, if the question is whether it is right. */
  bankSays: string | null
  end: BusinessCaseEnd | undefined
}>

type BusinessCaseEnd = Readonly<{ at: Date; decision: BusinessDecision | undefined }>

type BusinessDecision = Readonly<{
  choice: Choice
  amount: Money
  /** `key:<id>`, or `member:<id>` for a person on the dashboard. */
  by: string
  wallet: Readonly<{ network: string; address: string }> | undefined
  payee: Readonly<{ bankName: string; accountNumber: string; accountName: string }> | undefined
}>

/** Returns what of it the business may choose by this way: with a key, or as a member. */
export function choicesBy({ choices }: BusinessCase, isMember: boolean): readonly Choice[] {
  return isMember ? choices.filter((choice) => !keyChoices.has(choice)) : choices
}

/** Returns what a choice moves: tokens or naira for the customer, or what goes back. */
export function movedBy({ type, held, fee }: BusinessCase, choice: Choice): Money {
  if (choice === 'return') return held
  return money(type === 'buy' ? 'NGNC' : 'NGN', held.minor > fee.minor ? held.minor - fee.minor : 0n)
}

/** What a business gives with a choice that needs more than the choice. */
export type Given =
  | Readonly<{ network: string; address: string }>
  | Readonly<{ bank_code: string; bank_name: string; account_number: string; account_name: string }>
  | Readonly<Record<string, never>>
