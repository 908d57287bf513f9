import { money, printMoney } from '../../kernel/money/money.ts'
import { nigerianBanks } from '../banks/bank-directory.ts'
import type { Destination, Resolution } from './resolution.ts'
import type { Stake } from './stake-store.ts'

/** What one party has after a decision that it has not now. `minor` null: the words say it. */
export type Share = Readonly<{ who: string; asset: 'NGN' | 'NGNC'; minor: bigint | null; words?: string }>

/** What a decision will do, told before anybody chooses it. The terminal and the console say the same. */
export type Consequence = Readonly<{
  /** The choice, as a verb and its object. */
  title: string
  gets: readonly Share[]
  /** How it happens, and how long it takes. */
  how: string
  undo: string
  ifWrong: string
}>

type Action = Resolution['action']
type Of<A extends Action> = Extract<Resolution, Readonly<{ action: A }>>
type Tell<A extends Action> = (resolution: Of<A>, stake: Stake) => Consequence

const NOT_UNDONE = 'Cannot be undone.'
const UNTIL_PAID = 'Cannot be undone once the bank has paid.'
const LATER = 'Can be undone: decide again later.'

/** Describes a decision whose effect on people's money is known. Undefined: it changes a rule or an account, and its words say all. */
export function consequenceOf(resolution: Resolution, stake: Stake): Consequence | undefined {
  const tell = tells[resolution.action] as Tell<Action> | undefined
  return tell?.(resolution, stake)
}

const tells: { readonly [A in Action]?: Tell<A> } = {
  allocate: ({ amount_minor: amount }, stake) => ({
    title: 'Give the payment to this buy',
    gets: [
      share(`${business(stake)}’s buy gets`, 'NGN', amount),
      stake.leftMinor > BigInt(amount)
        ? share('Left of the payment', 'NGN', stake.leftMinor - BigInt(amount))
        : share(`${payer(stake)} gets back`, 'NGN', 0n),
    ],
    how: 'The buy continues at once if this completes it. What is left of an overpayment goes back to its payer; if the bank’s record does not name their account, or it is a large amount, people decide.',
    undo: 'Cannot be undone once tokens were sent.',
    ifWrong: 'If wrong, tokens go to somebody who did not pay, and we owe the payer the amount.',
  }),
  return: ({ amount_minor: amount, destination }, stake) => ({
    title: `Return to ${payer(stake)}`,
    gets: [share(`${payer(stake)} gets back`, 'NGN', amount), share(`${business(stake)} gets`, 'NGNC', 0n)],
    how: `Paid to ${account(destination)}, usually within a minute.`,
    undo: UNTIL_PAID,
    ifWrong: `If wrong, ${business(stake)} asks the payer to pay again.`,
  }),
  keep: (_, stake) => ({
    title: 'Keep it in suspense',
    gets: [nothing(`${payer(stake)} gets back`), nothing(`${business(stake)} gets`, 'NGNC')],
    how: 'The money stays with us, and nobody can use it. The reason is recorded.',
    undo: LATER,
    ifWrong: 'If wrong, its owner waits until somebody decides again.',
  }),
  accept_short: (_, stake) => continues(stake, `Continue with ${held(stake)}`),
  accept_late: (_, stake) => continues(stake, 'Continue although it came late'),
  fix: (_, stake) => continues(stake, 'Check it again and continue'),
  retry_send: (_, stake) => continues(stake, 'Send the tokens again'),
  release: (_, stake) =>
    continues(stake, `Release it to ${stake.type === 'sell' ? payee(stake) : business(stake)}`),
  return_part: ({ returns }, stake) => goesBack(stake, returns, 'Return what the buy holds'),
  return_all: ({ returns }, stake) => goesBack(stake, returns, 'Return everything'),
  reject: ({ returns }, stake) => goesBack(stake, returns, 'Reject it and return the money'),
  took_back: (_, stake) => ({
    title: 'The bank took this credit back',
    gets: [
      nothing(`${payer(stake)} gets`),
      share('Taken from the credit or its buy', 'NGN', stake.lineMinor),
    ],
    how: 'No money moves now: the bank has taken it. We deduct it from what is left of the credit, from its buy, or the business owes it.',
    undo: NOT_UNDONE,
    ifWrong: 'If wrong, a customer loses what another debit took.',
  }),
  charge: (_, stake) => ({
    title: 'It is a bank charge',
    gets: [share('We bear', 'NGN', stake.lineMinor)],
    how: 'Booked as our expense at once.',
    undo: 'Undone automatically if the bank later calls it a recall.',
    ifWrong: 'If wrong, we pay for what a customer or a thief took.',
  }),
  freeze_and_report: ({ asset, amount_minor: amount }, stake) => ({
    title: 'The match is true: freeze and report',
    gets: [share('Stays frozen', asset, amount), nothing(`${business(stake)} gets`, 'NGNC')],
    how: 'Nobody gets the money, and the business gets no event. The decision names the report to NIGSAC.',
    undo: 'Only with a new case, by two people of compliance.',
    ifWrong: 'If wrong, an innocent person waits for their money.',
  }),
  was_paid: (_, stake) =>
    stake.type === 'sell'
      ? {
          title: 'It was paid',
          gets: [
            share(`${payee(stake)} gets now`, 'NGN', 0n),
            share(`${payee(stake)} has already`, 'NGN', stake.paidOutMinor),
          ],
          how: 'The sell ends as completed. Nothing is paid again.',
          undo: NOT_UNDONE,
          ifWrong: `If wrong, ${payee(stake)} never gets the money.`,
        }
      : {
          title: 'The tokens arrived',
          gets: [share(`${business(stake)} gets now`, 'NGNC', 0n)],
          how: 'The transaction ends as completed. Nothing is sent again.',
          undo: NOT_UNDONE,
          ifWrong: `If wrong, ${business(stake)} never gets the tokens.`,
        },
  not_paid: (_, stake) =>
    stake.type === 'sell'
      ? {
          title: `Pay ${payee(stake)} AGAIN`,
          gets: [share(`${payee(stake)} WILL BE PAID AGAIN`, 'NGN', stake.paidOutMinor)],
          how: `Paid with a new reference to ${stake.payeeNumber ?? 'the same account'} at ${bankName(stake.payeeBank)}, usually within a minute.`,
          undo: UNTIL_PAID,
          ifWrong: `If wrong, ${payee(stake)} is paid twice and we lose the second payment.`,
        }
      : {
          title: 'The tokens did not arrive',
          gets: [
            share('Back with the buy', 'NGN', stake.amountMinor),
            share(`${business(stake)} gets now`, 'NGNC', 0n),
          ],
          how: 'Nothing is sent yet: two people then decide to send again or to return the naira.',
          undo: NOT_UNDONE,
          ifWrong: 'If wrong, the next decision could send the tokens twice.',
        },
  to_balance: ({ amount_minor: amount }, stake) => ({
    title: `Into the balance of ${business(stake)}`,
    gets: [share(`${business(stake)} gets`, 'NGNC', amount)],
    how: 'Credited at once. The business can sell or withdraw it.',
    undo: NOT_UNDONE,
    ifWrong: 'If wrong, the business can spend what is not its own.',
  }),
  return_to_wallet: ({ amount_minor: amount, network, address }, stake) => ({
    title: 'Back to a wallet',
    gets: [share(`${business(stake)} gets`, 'NGNC', amount)],
    how: `Sent to ${address} on ${network}, usually within a minute.`,
    undo: NOT_UNDONE,
    ifWrong: 'If the wallet is wrong, the tokens are lost.',
  }),
  our_loss: ({ amount_minor: amount }, stake) => ({
    title: 'We bear the loss',
    gets: [share('We bear', 'NGNC', amount), share(`${business(stake)} loses`, 'NGNC', 0n)],
    how: 'The sell continues as if nothing was taken.',
    undo: NOT_UNDONE,
    ifWrong: 'If wrong, we pay for what the customer should bear.',
  }),
  customer_loss: ({ amount_minor: amount }, stake) => ({
    title: 'The customer bears the loss',
    gets: [share(`${business(stake)} loses`, 'NGNC', amount), share('We bear', 'NGNC', 0n)],
    how: 'The sell ends. If it was paid out already, the business owes us the amount.',
    undo: NOT_UNDONE,
    ifWrong: 'If wrong, a customer pays for what we should bear.',
  }),
  redirect: (
    { amount_minor: amount, account_number: number, account_name: name, bank_code: bank },
    stake,
  ) => ({
    title: 'Refund to another account of the payer',
    gets: [share(`${payer(stake)} gets back`, 'NGN', amount)],
    how: `Paid to ${number} (${name}, ${bankName(bank)}), usually within a minute.`,
    undo: UNTIL_PAID,
    ifWrong: 'If the account is wrong, we pay the refund twice.',
  }),
  lift_lien: (_, stake) => ({
    title: 'Lift the lien',
    gets: [share('Free to be used again', 'NGN', stake.leftMinor), nothing(`${payer(stake)} gets back`)],
    how: 'The credit is matched again, and its buy may continue.',
    undo: 'One person can place a lien again until the tokens were sent.',
    ifWrong: 'If wrong, the bank takes back naira whose tokens have left.',
  }),
  dismiss: () => ({
    title: 'Close it without moving money',
    gets: [],
    how: 'The case ends. One person is enough.',
    undo: 'A new case opens if it happens again.',
    ifWrong: 'If wrong, nobody checks it again.',
  }),
}

/** The transaction goes on with what it holds. */
function continues(stake: Stake, title: string): Consequence {
  const { type, heldMinor, feeMinor } = stake
  const rest = heldMinor > feeMinor ? heldMinor - feeMinor : 0n
  if (type === 'sell')
    return {
      title,
      gets: [
        share(`${payee(stake)} gets`, 'NGN', rest),
        share(`${business(stake)} gets back`, 'NGNC', 0n),
        share('Our fee', 'NGN', feeMinor),
      ],
      how: `Paid to ${stake.payeeNumber ?? 'the account'} at ${bankName(stake.payeeBank)}, usually within a minute.`,
      undo: UNTIL_PAID,
      ifWrong: `If wrong, ${payee(stake)} has naira that is not theirs.`,
    }
  if (type === 'withdrawal')
    return {
      title,
      gets: [share(`${business(stake)} gets`, 'NGNC', rest), share('Our fee', 'NGNC', feeMinor)],
      how: sentTo(stake),
      undo: NOT_UNDONE,
      ifWrong: 'If wrong, the tokens are lost.',
    }
  return {
    title,
    gets: [
      share(`${business(stake)} gets`, 'NGNC', rest),
      share(`${payer(stake)} gets back`, 'NGN', 0n),
      share('Our fee', 'NGN', feeMinor),
    ],
    how: sentTo(stake),
    undo: NOT_UNDONE,
    ifWrong: `If wrong, we may owe ${payer(stake)} ${print(heldMinor)}.`,
  }
}

type Returns = ReadonlyArray<Readonly<{ amount_minor: string; destination: Destination }>> | undefined

/** What the transaction holds goes back to where it came from. */
function goesBack(stake: Stake, returns: Returns, title: string): Consequence {
  if (stake.type === 'sell' || stake.type === 'withdrawal')
    return {
      title,
      gets: [
        share(`${business(stake)} gets back`, 'NGNC', stake.heldMinor),
        ...(stake.type === 'sell' ? [share(`${payee(stake)} gets`, 'NGN', 0n)] : []),
      ],
      how: 'To the balance of the business at once, if it may hold one. Else a case asks for its wallet.',
      undo: NOT_UNDONE,
      ifWrong: 'If wrong, the business asks again.',
    }
  const sum = returns?.reduce((total, part) => total + BigInt(part.amount_minor), 0n) ?? stake.heldMinor
  const where =
    returns?.map(({ destination }) => account(destination)).join(' and ') ?? 'the account it came from'
  return {
    title,
    gets: [
      share(`${payer(stake)} gets back`, 'NGN', sum),
      share(`${business(stake)} gets`, 'NGNC', 0n),
      share('Our fee', 'NGN', 0n),
    ],
    how: `Paid to ${where}, usually within a minute. The buy ends as refunded.`,
    undo: UNTIL_PAID,
    ifWrong: `If wrong, ${business(stake)} asks the payer to pay again.`,
  }
}

function sentTo({ network, address }: Stake): string {
  return network === null || address === null
    ? 'Credited to the balance of the business at once.'
    : `Sent to ${address} on ${network}, usually within a minute.`
}

function share(who: string, asset: Share['asset'], minor: bigint | string): Share {
  return { who, asset, minor: BigInt(minor) }
}

function nothing(who: string, asset: Share['asset'] = 'NGN'): Share {
  return { who, asset, minor: null, words: 'nothing yet' }
}

function business({ businessName }: Stake): string {
  return businessName ?? 'The business'
}

function payer({ payerName }: Stake): string {
  return payerName ?? 'The payer'
}

function payee({ payeeName }: Stake): string {
  return payeeName ?? 'The beneficiary'
}

function held({ type, heldMinor }: Stake): string {
  return printMoney(money(type === 'sell' ? 'NGNC' : 'NGN', heldMinor))
}

function account(to: Destination | undefined): string {
  if (to === undefined) return 'the account it came from'
  return `${to.account_number} (${to.account_name ?? 'no name'}, ${to.bank_code === null ? (to.bank_name ?? 'bank not known') : bankName(to.bank_code)})`
}

function bankName(code: string | null): string {
  return code === null ? 'its bank' : (nigerianBanks.byKey(code)?.name ?? code)
}

function print(minor: bigint): string {
  return printMoney(money('NGN', minor))
}
