import type { accountKinds } from './account.ts'

type AccountKind = keyof typeof accountKinds

/** A debited and a credited kind of account, for example `held / committed`. */
type Pair = `${AccountKind} / ${AccountKind}`

/** What makes a credit to the balance of a business true. Each cause is used once. */
type BalanceCause = 'buy' | 'sell' | 'withdrawal' | 'deposit' | 'write_off' | 'gift'

type Step = Readonly<{
  /** When the step posts, in words. */
  when: string
  pairs: readonly Pair[]
  /** The steps whose entries this step reverses. Its pairs are theirs, mirrored. */
  reverses?: readonly string[]
  /** Only in test mode, where tokens and naira have no value. */
  isTestOnly?: true
  /** Why the step may credit a balance. Present exactly if it does. */
  cause?: readonly BalanceCause[]
}>

const explained = ['capital', 'receivable', 'expense'] as const

/** Every posting that a step of the service makes. The posting functions refuse any other with AF630. */
export const declaredSteps: Readonly<Record<string, Readonly<Record<string, Step>>>> = {
  'Lines of a collection account': {
    credit_seen: {
      when: 'the bank reports a credit; the fee that a vendor kept is our expense',
      pairs: ['bank / suspense', 'expense / suspense'],
    },
    debit_seen: { when: 'the bank reports a debit without a known reason', pairs: ['suspense / bank'] },
    charge_seen: { when: 'the bank reports a charge', pairs: ['expense / bank'] },
    charge_returned: { when: 'the bank returns a charge', pairs: ['bank / expense'] },
    fee_learned: { when: 'a later report names a fee', pairs: ['expense / suspense'] },
    fee_undone: { when: 'a recalled credit had a fee', pairs: ['suspense / expense'] },
    debit_was_charge: { when: 'operators call a debit a charge', pairs: ['expense / suspense'] },
    charge_undone: { when: 'that debit took a credit back', pairs: [], reverses: ['debit_was_charge'] },
    owed_by_vendor: { when: 'a vendor that settles later collected it', pairs: ['receivable / bank'] },
    sent_back_by_vendor: { when: 'such a vendor sent it back', pairs: ['bank / receivable'] },
    settled_by_vendor: { when: 'such a vendor settles', pairs: ['suspense / receivable'] },
    vendor_debt_written_off: { when: 'operators write its debt off', pairs: ['expense / receivable'] },
  },
  'A buy': {
    credit_matched: { when: 'a credit is allocated to a buy', pairs: ['suspense / held'] },
    delivery_opened: {
      when: 'a right to send tokens is opened, also for a withdrawal',
      pairs: ['held / committed', 'outgoing / float'],
    },
    delivery_final: {
      when: 'the transfer is final; tokens of a withdrawal need no exchange',
      pairs: [
        'clearing / outgoing',
        'committed / outgoing',
        'committed / clearing',
        'committed / income',
        'expense / gas',
      ],
    },
    delivery_dead: { when: 'the transfer will never arrive', pairs: [], reverses: ['delivery_opened'] },
    gas_spent: { when: 'a dead or adopted transfer used gas', pairs: ['expense / gas'] },
    credited_to_balance: {
      when: 'a buy without a wallet is settled',
      pairs: ['held / clearing', 'held / income', 'clearing / business'],
      cause: ['buy'],
    },
  },
  'A sell': {
    deposited: {
      when: 'tokens arrived; an excess waits in suspense',
      pairs: ['deposit / held', 'deposit / suspense'],
    },
    taken_from_balance: {
      when: 'a sell from the balance or a withdrawal is accepted',
      pairs: ['business / held'],
    },
    payout_opened: {
      when: 'a right to pay is opened, also for a refund',
      pairs: ['held / committed', 'outgoing / payout_bank'],
    },
    payout_succeeded: {
      when: 'the bank paid; a refund needs no exchange',
      pairs: ['clearing / outgoing', 'clearing / income', 'committed / clearing', 'committed / outgoing'],
    },
    payout_undone: { when: 'a payment came back', pairs: [], reverses: ['payout_succeeded'] },
    payout_dead: { when: 'the payment was not made', pairs: [], reverses: ['payout_opened'] },
    returned_to_balance: {
      when: 'a sell was not paid, or a withdrawal was not sent',
      pairs: ['held / business'],
      cause: ['sell', 'withdrawal'],
    },
    returned_to_wallet: {
      when: 'tokens of a sell pass the balance on their way to a wallet',
      pairs: ['held / business'],
      cause: ['sell'],
    },
    suspense_to_balance: {
      when: 'operators give an excess of a sell back',
      pairs: ['suspense / business'],
      cause: ['deposit'],
    },
    tokens_taken: { when: 'the issuer took tokens', pairs: ['expense / deposit'] },
    loss_passed_on: {
      when: 'operators decide that the business bears that loss',
      pairs: ['receivable / clearing', 'clearing / expense', 'held / expense'],
    },
  },
  'Recalls and returns of naira': {
    credit_recalled: {
      when: 'the bank took a credit back: before delivery, after it, or after its return',
      pairs: ['held / suspense', 'receivable / suspense', 'expense / suspense'],
    },
    loss_undone: { when: 'our return came back after the recall', pairs: ['held / expense'] },
    debt_undone: { when: 'our refund came back after the recall', pairs: ['held / receivable'] },
    return_decided: { when: 'an unmatched credit is returned', pairs: ['suspense / held'] },
    paid_by_hand: { when: 'operators paid a return by hand', pairs: ['held / suspense'] },
    hand_payment_undone: {
      when: 'that debit took a credit back',
      pairs: [],
      reverses: ['paid_by_hand'],
    },
  },
  'Payout accounts': {
    payout_account_funded: {
      when: 'operators funded the account',
      pairs: ['payout_bank / capital', 'suspense / capital'],
    },
    payout_fees: {
      when: 'the vendor took or returned fees',
      pairs: ['expense / payout_bank', 'payout_bank / expense'],
    },
    payout_unexplained: {
      when: 'a line has no known reason',
      pairs: ['payout_bank / suspense', 'suspense / payout_bank'],
    },
    payout_line_explained: {
      when: 'operators explain a line',
      pairs: [
        'suspense / payout_bank',
        'payout_bank / suspense',
        ...explained.flatMap((kind): Pair[] => [
          `${kind} / suspense`,
          `${kind} / payout_bank`,
          `suspense / ${kind}`,
        ]),
      ],
    },
    payout_line_given_back: {
      when: 'the vendor returned an explained debit',
      pairs: [],
      reverses: ['payout_line_explained'],
    },
    payout_written_off: {
      when: 'a restored database lacks a payment: we or the business bear it',
      pairs: ['expense / payout_bank', 'business / clearing', 'clearing / payout_bank', 'clearing / income'],
    },
    payout_write_off_undone: {
      when: 'its sell was sent again',
      pairs: [],
      reverses: ['payout_written_off'],
      cause: ['write_off'],
    },
  },
  'Our own accounts': {
    lane_topped_up: { when: 'operators top up a lane', pairs: ['float / capital', 'gas / capital'] },
    sweeper_topped_up: { when: 'operators top up a sweeper', pairs: ['gas / capital'] },
    swept: { when: 'deposits are swept to a lane', pairs: ['float / deposit'] },
    sweep_gas: { when: 'a sweep used or returned gas', pairs: ['expense / gas', 'gas / expense'] },
    surplus_found: { when: 'a wallet has more than the ledger', pairs: ['float / suspense'] },
    surplus_explained: {
      when: 'a top-up or a move explains the surplus',
      pairs: [],
      reverses: ['surplus_found'],
    },
    lane_moved: { when: 'tokens move between lanes', pairs: ['float / float'] },
    move_left: { when: 'naira of a move left', pairs: ['transit / suspense'] },
    move_left_undone: { when: 'that debit was not the move', pairs: [], reverses: ['move_left'] },
    move_arrived: {
      when: 'naira of a move arrived',
      pairs: ['payout_bank / transit', 'suspense / transit'],
    },
  },
  'After a restore': {
    lock_adopted: {
      when: 'a transfer that the database lacks is adopted',
      pairs: ['transit / float'],
    },
    lock_taken: {
      when: 'its transaction was sent again',
      pairs: [],
      reverses: ['lock_adopted', 'gas_spent'],
    },
    lock_void: { when: 'the adopted transfer never arrived', pairs: [], reverses: ['lock_adopted'] },
    lock_written_off: {
      when: 'operators write it off: our loss, a debit of the balance, or a debt',
      pairs: ['expense / transit', 'business / transit', 'receivable / clearing', 'clearing / transit'],
    },
    write_off_undone: {
      when: 'its transaction was sent again after all',
      pairs: [],
      reverses: ['lock_written_off'],
      cause: ['write_off'],
    },
  },
  'Test mode only': {
    float_funded: {
      when: 'the seed funds a lane, its gas and the sweeper',
      pairs: ['float / capital', 'gas / capital'],
      isTestOnly: true,
    },
    test_balance_given: {
      when: 'the seed gives a business tokens',
      pairs: ['capital / business'],
      isTestOnly: true,
      cause: ['gift'],
    },
  },
}

export type DeclaredPosting = Readonly<{
  mode: 'live' | 'test'
  step: string
  debit: AccountKind
  credit: AccountKind
}>

/** Returns the pairs of a step. Those of a reversal are the mirrored pairs of what it reverses. */
export function pairsOf(step: Step): Array<readonly [debit: AccountKind, credit: AccountKind]> {
  const all = Object.assign({}, ...Object.values(declaredSteps)) as Record<string, Step>
  const mirrored = (step.reverses ?? []).flatMap((name) =>
    pairsOf(all[name] as Step).map(([debit, credit]) => [credit, debit] as const),
  )
  const own = step.pairs.map((pair) => pair.split(' / ') as [AccountKind, AccountKind])
  return [...own, ...mirrored]
}

/** Returns a row for each posting that a step may make, in each mode. */
export function declaredPostings(): DeclaredPosting[] {
  return Object.values(declaredSteps)
    .flatMap((steps) => Object.entries(steps))
    .flatMap(([name, step]) =>
      pairsOf(step).flatMap(([debit, credit]) =>
        (step.isTestOnly ? (['test'] as const) : (['live', 'test'] as const)).map((mode) => ({
          mode,
          step: name,
          debit,
          credit,
        })),
      ),
    )
}
