/** What a business may answer to a question about its transaction. */
export const choices = ['accept', 'return', 'wallet', 'beneficiary', 'confirm_name', 'retry'] as const
export type Choice = (typeof choices)[number]

/**
 * What only a key chooses, and what a member does instead. With such a choice, one passkey would send money to any account or wallet, past
 * the rule of two members.
 */
export const keyChoices: ReadonlyMap<Choice, string> = new Map([
  [
    'beneficiary',
    'On the dashboard you cannot pay another account with a decision. Return the tokens, then order a payment to the account.',
  ],
  [
    'wallet',
    'On the dashboard you cannot send the tokens to another wallet with a decision. Name the wallet with an API key, or return the naira.',
  ],
])

/** What happens at the deadline if the business has not decided. */
export const defaults = ['returned', 'afara_decides', 'you_decide'] as const
export type Default = (typeof defaults)[number]

export type AskedType = 'buy' | 'sell'

export type Question = Readonly<{
  type: AskedType
  /** The status in which the transaction waits. */
  status: string
  code: string
  /** The question, as the business reads it. */
  message: string
  choices: readonly Choice[]
  hours: number
  default: Default
}>

const HOURS = 48

/**
 * The only table of what a business decides: for each status and cause, the choices, the deadline and the default. The SQL that opens and
 * decides the cases, the API, its document and `docs/reference/decisions.md` are made from it. What is not here, operators decide.
 */
export const questions = [
  {
    type: 'buy',
    status: 'part_paid',
    code: 'short_payment',
    message: 'The payer sent less than the amount of this buy.',
    choices: ['accept', 'return'],
    hours: HOURS,
    default: 'returned',
  },
  {
    type: 'buy',
    status: 'action_required',
    code: 'late_payment',
    message: 'The payment arrived after this buy had expired or was cancelled.',
    choices: ['accept', 'return'],
    hours: HOURS,
    default: 'returned',
  },
  {
    type: 'buy',
    status: 'action_required',
    code: 'wallet_blocked',
    message: 'The wallet of this buy has been unable to receive for two days.',
    choices: ['wallet', 'return'],
    hours: HOURS,
    default: 'afara_decides',
  },
  {
    type: 'buy',
    status: 'action_required',
    code: 'network_closed',
    message: 'We cannot send on the network of this buy now.',
    choices: ['wallet', 'return'],
    hours: HOURS,
    default: 'afara_decides',
  },
  {
    type: 'buy',
    status: 'action_required',
    code: 'fee_too_high',
    message: 'The fee is at least as large as the payment, so no tokens would be left.',
    choices: ['return'],
    hours: HOURS,
    default: 'afara_decides',
  },
  {
    type: 'sell',
    status: 'part_deposited',
    code: 'short_deposit',
    message: 'Fewer tokens arrived than the amount of this sell.',
    choices: ['accept', 'return'],
    hours: HOURS,
    default: 'returned',
  },
  {
    type: 'sell',
    status: 'action_required',
    code: 'late_deposit',
    message: 'The tokens arrived after this sell had expired or was cancelled.',
    choices: ['accept', 'return'],
    hours: HOURS,
    default: 'afara_decides',
  },
  {
    type: 'sell',
    status: 'action_required',
    code: 'name_differs',
    message: 'The bank has another name for the account of the beneficiary.',
    choices: ['confirm_name', 'beneficiary', 'return'],
    hours: HOURS,
    default: 'afara_decides',
  },
  {
    type: 'sell',
    status: 'action_required',
    code: 'account_not_found',
    message: 'The bank has no account with the number of the beneficiary.',
    choices: ['beneficiary', 'return'],
    hours: HOURS,
    default: 'afara_decides',
  },
  {
    type: 'sell',
    status: 'action_required',
    code: 'fee_too_high',
    message: 'The fee is at least as large as the tokens that arrived, so no naira would be left.',
    choices: ['return'],
    hours: HOURS,
    default: 'afara_decides',
  },
  {
    type: 'sell',
    status: 'action_required',
    code: 'payout_failed',
    message: 'The bank of the beneficiary rejected or returned the naira.',
    choices: ['retry', 'beneficiary', 'return'],
    hours: HOURS,
    default: 'afara_decides',
  },
] as const satisfies readonly Question[]

export type QuestionCode = (typeof questions)[number]['code']

/** All codes, each once. */
export const questionCodes: readonly QuestionCode[] = [...new Set(questions.map(({ code }) => code))]

/** Returns the question with this code about a transaction of this type. */
export function questionOf(type: string, code: string): Question | undefined {
  return questions.find((one) => one.type === type && one.code === code)
}

/** What each choice does, in words. The key is the choice, the value depends on the type of the transaction. */
const effects: Readonly<Record<Choice, Readonly<Record<AskedType, string>>>> = {
  accept: {
    buy: 'The buy continues with the naira that arrived, less the fee.',
    sell: 'The sell continues with the tokens that arrived, less the fee.',
  },
  return: {
    buy: 'The naira goes back to the account that it came from.',
    sell: 'The tokens go back to your balance. If you hold no balance, we ask you for a wallet.',
  },
  wallet: {
    buy: 'The tokens go to another wallet of yours, after the usual checks.',
    sell: 'Not possible.',
  },
  beneficiary: {
    buy: 'Not possible.',
    sell: 'The naira goes to another account, after the usual checks.',
  },
  confirm_name: {
    buy: 'Not possible.',
    sell: 'The naira goes to the account under the name that the bank has.',
  },
  retry: {
    buy: 'Not possible.',
    sell: 'We check the sell again and pay the same account once more.',
  },
}

export function effectOf(type: AskedType, choice: Choice): string {
  return effects[choice][type]
}

/** What happens at the deadline, in words. */
export const defaultMessages: Readonly<Record<Default, string>> = {
  returned: 'If you do not decide, the money goes back.',
  afara_decides: 'If you do not decide, our staff decides. The money stays with us until then.',
  you_decide:
    'If the wallet still cannot receive then, we ask you what to do. The money stays with us until then.',
}

/** States in which the business waits for us, although it might think that it must act. */
export const waitingForStaff: Readonly<Record<string, string>> = {
  'buy.refund_failed':
    'The payer’s bank rejected the refund. Our staff pays it to another account of the payer when the payer proves that it is theirs. Send us that proof.',
  'sell.refund_failed': 'The tokens could not be returned. Our staff asks you for another destination.',
  'sell.refunding':
    'The tokens go back to your balance at once. If your business holds no balance, our staff asks you for a wallet.',
  'buy.action_required':
    'Our staff decides about this buy. You need not do anything, and the naira stays with us.',
  'sell.action_required':
    'Our staff decides about this sell. You need not do anything, and the tokens stay with us.',
  'buy.send_failed': 'The network rejected the transfer. Our staff sends it again or refunds it.',
  'withdrawal.send_failed':
    'The network rejected the transfer. Our staff sends it again, or returns the tokens to your balance.',
}
