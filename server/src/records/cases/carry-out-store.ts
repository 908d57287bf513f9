import { newId } from '../../kernel/ids/ids.ts'
import type { Sql } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Resolution } from './resolution.ts'

/** Resolutions that PostgreSQL carries out. */
type CarriedOut = Exclude<Resolution['action'], 'dismiss'>

const calls: Readonly<Record<CarriedOut, string>> = {
  allocate: 'carry_out_allocate($1, $2, $3)',
  return: 'carry_out_return($1, $2, $3)',
  keep: 'carry_out_keep($1, $2)',
  accept_short: 'carry_out_accept_short($1, $2)',
  accept_late: 'carry_out_accept_late($1, $2)',
  return_part: 'carry_out_return_part($1, $2)',
  took_back: 'carry_out_took_back($1, $2)',
  charge: 'carry_out_charge($1, $2)',
  move_account: 'carry_out_move_account($1, $2)',
  set_cap: 'carry_out_cap($1)',
  lift_lien: 'carry_out_lift_lien($1, $2)',
  set_people: 'carry_out($1, $2)',
  allow_standing: 'carry_out($1, $2)',
  confirm_import: 'carry_out_confirm_import($1, $2)',
  release: 'carry_out_release($1, $2)',
  freeze_and_report: 'carry_out($1, $2)',
  reopen_match: 'carry_out($1, $2)',
  reject: 'carry_out_reject($1, $2)',
  return_all: 'carry_out_return_all($1, $2)',
  retry_send: 'carry_out_retry_send($1, $2)',
  was_paid: 'carry_out_was_paid($1, $2)',
  not_paid: 'carry_out_not_paid($1, $2)',
  fix: 'carry_out_fix($1, $2)',
  lift_freeze: 'carry_out_lift_freeze($1, $2)',
  resume_lane: 'carry_out_resume_lane($1, $2)',
  resume_payouts: 'carry_out_resume_payouts($1, $2)',
  abandon_lane: 'carry_out_abandon_lane($1, $2)',
  write_off: 'carry_out_write_off($1, $2)',
  write_off_payout: 'carry_out($1, $2)',
  adopt_journal: 'carry_out($1, $2)',
  top_up_lane: 'carry_out_top_up($1, $2)',
  adopt: 'carry_out_adopt($1, $2)',
  to_balance: 'carry_out($1, $2)',
  return_to_wallet: 'carry_out($1, $2)',
  explain: 'carry_out($1, $2)',
  read_again: 'carry_out($1, $2)',
  move_naira: 'carry_out($1, $2)',
  move_tokens: 'carry_out($1, $2)',
  top_up_sweeper: 'carry_out($1, $2)',
  pay_by_hand: 'carry_out($1, $2)',
  our_loss: 'carry_out($1, $2)',
  customer_loss: 'carry_out($1, $2)',
  redirect: 'carry_out_redirect($1, $2)',
  go_live: 'carry_out($1, $2)',
  set_terms: 'carry_out($1, $2)',
  issue_key: 'carry_out($1, $2)',
  resume_business: 'carry_out($1, $2)',
  open_collection_account: 'carry_out($1, $2)',
  open_payout_account: 'carry_out($1, $2)',
  fund_payout_account: 'carry_out($1, $2)',
  open_lane: 'carry_out($1, $2)',
  set_feed: 'carry_out($1, $2)',
  set_rate: 'carry_out($1, $2)',
  set_vendor_terms: 'carry_out($1, $2)',
  book_settlement: 'carry_out($1, $2)',
  write_off_debt: 'carry_out($1, $2)',
  invite_operator: 'carry_out($1, $2)',
  change_operator_roles: 'carry_out($1, $2)',
  resume_operator: 'carry_out($1, $2)',
  end_operator: 'carry_out($1, $2)',
}

/** Carries out a resolution that was approved in this commit. Each SQL function checks the approval itself. */
export async function carryOutInRecord(
  sql: Sql,
  caseId: string,
  action: CarriedOut,
  at: Date,
): Promise<void> {
  try {
    await sql.query(`select ${calls[action]}`, valuesFor(caseId, action, at))
  } catch (error) {
    throw refusalOfDecision(error) ?? error
  }
}

function valuesFor(caseId: string, action: CarriedOut, at: Date): unknown[] {
  if (action === 'set_cap') return [caseId]
  return action === 'allocate' || action === 'return' ? [caseId, newId(), at] : [caseId, at]
}

type Problem = Readonly<{
  codes: readonly string[]
  refusal: ConstructorParameters<typeof Refusal>[0]
  say(message: string): string
}>

const CHECK_AGAIN = 'Decline the proposal, and check the case again.'

/** Errors of the SQL functions that carry out a decision, and what the operator reads. */
const problems: readonly Problem[] = [
  // 23514 is the check constraint of the amount domain: the result would be below zero.
  {
    codes: ['AF010', '23514'],
    refusal: 'insufficient_funds',
    say: (message) => `Too little money is left: ${message}. ${CHECK_AGAIN}`,
  },
  {
    codes: ['AF033'],
    refusal: 'return_destination_unproved',
    say: (message) => `${message}. Decline the proposal and propose --keep.`,
  },
  {
    codes: ['AF001', 'AF040'],
    refusal: 'proposal_stale',
    say: (message) => `${message}. This has changed since the decision was proposed. ${CHECK_AGAIN}`,
  },
  {
    codes: ['AF041'],
    refusal: 'resolution_invalid',
    say: (message) => `${message}. Two operators must lift the lien first ("npx afara ops lien lift").`,
  },
  {
    codes: ['AF044'],
    refusal: 'resolution_invalid',
    say: (message) => `${message}. Decline the proposal. Only a release can end this hold.`,
  },
  {
    codes: ['AF440'],
    refusal: 'resolution_invalid',
    say: (message) => `${message}. Decline the proposal. Frozen money stays where it is.`,
  },
  {
    codes: ['AF045'],
    refusal: 'resolution_invalid',
    say: (message) => `${message}. Resume or open a lane first ("npx afara ops lanes"), then approve this.`,
  },
  // These errors are about a payment. Another resolution is possible, or the operator can try again later.
  { codes: ['AF062', 'AF400', 'AF441'], refusal: 'resolution_invalid', say: (message) => `${message}.` },
  {
    codes: [
      'AF447',
      'AF448',
      'AF449',
      'AF458',
      'AF470',
      'AF475',
      'AF476',
      'AF477',
      'AF488',
      'AF493',
      'AF496',
      'AF560',
      'AF561',
      'AF562',
    ],
    refusal: 'resolution_invalid',
    say: (message) => `${message}. Nothing was changed.`,
  },
  {
    codes: ['AF471', 'AF472', 'AF473', 'AF474'],
    refusal: 'standing_exceeded',
    say: (message) => `${message}. Propose it without --under, so that two operators decide it.`,
  },
  {
    codes: ['AF430'],
    refusal: 'resolution_invalid',
    say: (message) =>
      `${message}. Decline the proposal, and do not pay this return manually (see "npx afara ops returns").`,
  },
  {
    codes: ['AF054'],
    refusal: 'lane_not_funded',
    say: (message) =>
      `${message}. Check "npx afara ops lanes", and approve the proposal in a minute or decline it.`,
  },
  {
    codes: ['AF042', 'AF043', 'AF047'],
    refusal: 'resolution_invalid',
    say: (message) => `${message}. ${CHECK_AGAIN}`,
  },
]

export function refusalOfDecision(error: unknown): Refusal | undefined {
  const { code = '', message } = error as { code?: string; message: string }
  const problem = problems.find(({ codes }) => codes.includes(code))
  return problem && new Refusal(problem.refusal, problem.say(message), { cause: error })
}
