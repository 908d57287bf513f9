import { formatId } from '../../../kernel/ids/ids.ts'
import { money, printMoney } from '../../../kernel/money/money.ts'
import { type NetworkName, networkNamed } from '../../../kernel/networks.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { Resolution } from '../../../records/cases/resolution.ts'
import { formatNaira } from '../amounts.ts'
import { liveChangeDescriptions } from './describe-live-change.ts'

type Words = Readonly<Record<string, unknown>>
type Describe = (resolution: Words, amount: string) => string

/** Describes a resolution in plain words. An unknown resolution is shown as JSON. */
export function describeResolution(resolution: Words | null): string {
  if (resolution === null) return 'no suggestion'
  const { action, amount_minor: minor } = resolution
  const amount = typeof minor === 'string' && /^[0-9]+$/.test(minor) ? formatNaira(BigInt(minor)) : 'it'
  const description = descriptions.get(String(action))
  if (description === undefined) return JSON.stringify(resolution)
  const words = typeof description === 'string' ? description : description(resolution, amount)
  return typeof resolution.standing === 'string'
    ? `${words} (${amount}, by one person under the standing decision ${formatKnownId('case', resolution.standing)})`
    : words
}

const descriptions: ReadonlyMap<string, string | Describe> = new Map(
  Object.entries({
    ...liveChangeDescriptions,
    allocate: (resolution, amount) =>
      `allocate ${amount} to ${formatKnownId('transaction', resolution.transaction_id)}`,
    return: (resolution, amount) => `refund ${amount} to ${describeDestination(resolution.destination)}`,
    keep: 'keep it in suspense; the reason is recorded',
    accept_short: 'continue with the amount that arrived',
    accept_late: 'continue although the money came late',
    return_part: (resolution) => describeReturns(resolution.returns),
    return_all: (resolution) => describeReturns(resolution.returns),
    dismiss: 'close it without moving money',
    took_back: (resolution) => `the debit is the recall of ${formatKnownId('credit', resolution.line_id)}`,
    charge: 'it is a bank charge',
    move_account: (resolution) => `set the account to ${String(resolution.to)}`,
    set_cap: (_, amount) => `set the exposure limit to ${amount}`,
    lift_lien: 'lift the lien',
    set_people: (resolution) => `a decision in test mode needs ${describePeople(resolution.people)}`,
    allow_standing: describeStanding,
    reject: (resolution) => `reject: ${describeReturns(resolution.returns)}`,
    release: describeRelease,
    freeze_and_report: (resolution) =>
      `the sanctions match is true: ${describeFrozen(resolution)} stays frozen. Reported: "${String(resolution.evidence)}"`,
    reopen_match: (resolution) =>
      `reopen the sanctions match ${formatKnownId('case', resolution.case_id)}; everything stays frozen until it is decided`,
    retry_send: 'send the tokens again',
    fix: 'the problem is fixed: check the transaction again and continue',
    was_paid: 'it was paid: mark it as completed',
    not_paid:
      'it was not paid: a payout of a sell WILL BE PAID AGAIN to its beneficiary; a buy becomes send_failed and needs a new decision',
    lift_freeze: 'lift the freeze',
    resume_lane: 'resume the lane',
    resume_payouts: 'resume payouts from the account',
    abandon_lane: (resolution) =>
      `the lane never sends again; ${String(resolution.locks)} locks without signed bytes are void (${formatTokens(resolution.tokens_minor)}), and their buys become send_failed`,
    write_off: (resolution) =>
      `write off ${formatTokens(resolution.tokens_minor)} sent before a restore for a lost request: ${resolution.business_id === null ? 'we bear the loss' : `${formatKnownId('business', resolution.business_id)} ${String(resolution.right_key).includes('/withdrawal/') ? 'pays it from its balance' : 'owes it'}`}`,
    write_off_payout: (resolution, amount) =>
      `write off a payout of ${amount} made before a restore for a lost request: ${describeBearer(resolution)}`,
    adopt_journal: ({ vault, count, hash, unexplained }) =>
      `the ${String(vault)} uses the rebuilt journal of ${String(count)} records that ends with ${String(hash)}; ${String((unexplained as unknown[]).length)} unexplained items are frozen`,
    top_up_lane: describeTopUp,
    move_naira: (resolution, amount) =>
      `move ${amount} from collection account ${String(resolution.from)} to payout account ${String(resolution.to)}`,
    move_tokens: (resolution, amount) =>
      `move tokens worth ${amount} from ${String(resolution.from)} to ${String(resolution.to)}`,
    top_up_sweeper: describeSweeperTopUp,
    adopt: (resolution) =>
      `adopt ${String(resolution.locks)} locks starting at ${String(resolution.first_lock)}: ${formatTokens(resolution.tokens_minor)} that the restored database does not have`,
    redirect: (resolution, amount) =>
      `refund ${amount} of ${formatKnownId('credit', resolution.line_id)} to ${describeDestination(resolution)}. Evidence: "${String(resolution.evidence)}"`,
    pay_by_hand: (resolution, amount) =>
      `refund ${amount} of ${formatKnownId('credit', resolution.line_id)} by hand from ${String(resolution.from)} to ${describeDestination(resolution)}`,
    to_balance: (resolution) => `${describeReturnedTokens(resolution)} to the balance of the business`,
    return_to_wallet: (resolution) =>
      `${describeReturnedTokens(resolution)} to ${String(resolution.address)} on ${String(resolution.network)}. Confirmed by the business: "${String(resolution.confirmed)}"`,
    read_again: (resolution) => `read the network again from block ${String(resolution.from_block)}`,
    our_loss: (resolution) =>
      `we bear the loss of ${formatTokens(resolution.amount_minor)} that the issuer seized`,
    customer_loss: (resolution) =>
      `the customer bears the loss of ${formatTokens(resolution.amount_minor)} that the issuer seized`,
    explain: describeExplanation,
    confirm_import: 'confirm the credits of the statement',
  } satisfies Record<Resolution['action'], string | Describe>),
)

function describeStanding(terms: Words): string {
  const { kind, ground, cap_minor: cap, total_minor: total, expires_at: until, business_id: business } = terms
  return [
    `one person may decide ${String(kind).replaceAll('_', '-')} in cases of kind ${String(ground)}`,
    `up to ${formatNaira(BigInt(String(cap)))} for each and ${formatNaira(BigInt(String(total)))} in total`,
    `until ${String(until)}`,
    `for ${typeof business === 'string' ? formatKnownId('business', business) : 'every business'}`,
    'ended by one reversal',
  ].join(', ')
}

function describePeople(people: unknown): string {
  return people === 1 ? 'one person' : 'two people'
}

function describeBearer({ bears, business_id, balance_minor }: Words): string {
  if (bears === 'nobody') return 'the bank did not make this payment, and the money held for it is released'
  if (bears === 'loss') return 'we bear the loss'
  return `debit ${formatTokens(balance_minor)} from the balance of ${formatKnownId('business', business_id)}`
}

function describeFrozen({ asset, amount_minor: minor }: Words): string {
  const unit = asset === 'NGN' ? 'NGN' : 'NGNC'
  return printMoney(money(unit, BigInt(String(minor))))
}

function formatTokens(minor: unknown): string {
  return printMoney(money('NGNC', BigInt(String(minor))))
}

function describeReturnedTokens({ amount_minor: minor, deposits }: Words): string {
  const sum = formatTokens(minor)
  if (!Array.isArray(deposits)) return `refund ${sum}`
  return `return ${sum} (${(deposits as Words[]).map(({ deposit_id: deposit }) => formatKnownId('deposit', deposit)).join(', ')})`
}

function describeExplanation({ as, payout_id: payout, whose, evidence }: Words): string {
  const words: Readonly<Record<string, string>> = {
    capital: 'it is our own money, paid in or withdrawn',
    return: `it is the return of ${formatKnownId('payout', payout)}`,
    payout: `it is ${formatKnownId('payout', payout)}, which was paid`,
    loss: 'it is a loss we bear, or the recovery of one',
    charge: 'it is a charge of the vendor, or the refund of one',
    vendor: 'the vendor owes it to us, or repays it',
    somebody: `it stays in suspense for ${String(whose)}`,
  }
  return `${words[String(as)] ?? String(as)}. Evidence: "${String(evidence)}"`
}

function describeTopUp({ network, number, tokens_minor: minor, gas_units: units }: Words): string {
  const asset = networkNamed(network as NetworkName).gasAsset
  const brought = [
    [BigInt(String(minor)), 'NGNC'],
    [BigInt(String(units)), asset],
  ] as const
  const parts = brought
    .filter(([amount]) => amount > 0n)
    .map(([amount, unit]) => printMoney(money(unit, amount)))
  return `book ${parts.join(' and ')} that was added to ${String(network)} lane ${String(number)}`
}

function describeSweeperTopUp({ network, gas_units: units }: Words): string {
  const asset = networkNamed(network as NetworkName).gasAsset
  return `book ${printMoney(money(asset, BigInt(String(units))))} that was added to the sweeper of ${String(network)}`
}

function formatKnownId(
  kind: 'transaction' | 'credit' | 'business' | 'deposit' | 'payout' | 'case',
  value: unknown,
): string {
  return typeof value === 'string' ? formatId(kind, value) : '?'
}

function describeRelease(resolution: Words, amount: string): string {
  const { network, address, account_number: number } = resolution
  if (typeof number === 'string')
    return `release it: tokens worth ${amount} are sold and paid to ${describeDestination(resolution)}`
  if (typeof network !== 'string') return `release it: ${amount} is credited to the balance of the business`
  return `release it: ${amount} is sent to ${String(address)} on ${network}`
}

/** What is said about an account whose number the bank does not show in full. */
const otherProofs: Readonly<Record<string, string>> = {
  mask: '; the number is from the buy, and the bank shows only a part of it',
  payer: '; the payer named it on the pay page, and its holder has the name in the bank’s record',
}

/** Shows the account itself once it is known, because the approver must see it. */
function describeDestination(value: unknown): string {
  const { account_number: number, account_name: name, known_by: knownBy } = (value ?? {}) as Words
  if (typeof number !== 'string') return 'the account it came from'
  const who = typeof name === 'string' ? name : 'no name'
  const proof = typeof knownBy === 'string' ? (otherProofs[knownBy] ?? '') : ''
  return `${number} (${who}, ${findBankName(value as Words)}${proof})`
}

function findBankName({ bank_code: code, bank_name: name }: Words): string {
  if (typeof code === 'string') return nigerianBanks.byKey(code)?.name ?? code
  return typeof name === 'string' ? name : 'bank not known'
}

function describeReturns(returns: unknown): string {
  if (!Array.isArray(returns)) return 'refund what the buy holds to the accounts it came from'
  const parts = (returns as Words[]).map(
    ({ amount_minor: minor, destination: to }) =>
      `${formatNaira(BigInt(String(minor)))} to ${describeDestination(to)}`,
  )
  return `refund ${parts.join(' and ')}`
}
