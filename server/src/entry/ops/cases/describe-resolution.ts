import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney, money } from '../../../kernel/money/money.ts'
import { type NetworkName, networkNamed } from '../../../kernel/networks.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import type { Resolution } from '../../../records/cases/resolution.ts'
import { formatNaira } from '../amounts.ts'

type Words = Readonly<Record<string, unknown>>
type Describe = (resolution: Words, amount: string) => string

/** What a resolution means, in plain words. What is not one is shown as it is. */
export function describeResolution(resolution: Words | null): string {
  if (resolution === null) return 'nothing suggests itself'
  const { action, amount_minor: minor } = resolution
  const amount = typeof minor === 'string' && /^[0-9]+$/.test(minor) ? formatNaira(BigInt(minor)) : 'it'
  const description = descriptions.get(String(action))
  if (description === undefined) return JSON.stringify(resolution)
  return typeof description === 'string' ? description : description(resolution, amount)
}

const descriptions: ReadonlyMap<string, string | Describe> = new Map(
  Object.entries({
    allocate: (resolution, amount) =>
      `give ${amount} to ${formatKnownId('transaction', resolution.transaction_id)}`,
    return: (resolution, amount) => `return ${amount} to ${describeDestination(resolution.destination)}`,
    keep: 'keep it in suspense, explained',
    accept_short: 'go on with what has arrived',
    accept_late: 'go on although it came late',
    return_part: (resolution) => describeReturns(resolution.returns),
    return_all: (resolution) => describeReturns(resolution.returns),
    dismiss: 'nothing to do: looked at',
    took_back: (resolution) => `it took back ${formatKnownId('credit', resolution.line_id)}`,
    charge: "it was a bank's charge",
    move_account: (resolution) => `make the account ${String(resolution.to)}`,
    set_cap: (_, amount) => `set the exposure cap to ${amount}`,
    lift_lien: 'lift the lien',
    reject: (resolution) => `do not go on: ${describeReturns(resolution.returns)}`,
    release: describeRelease,
    retry_send: 'send it again',
    fix: 'it is mended: check it again and go on',
    was_paid: 'it was paid: it is done',
    not_paid: 'nothing left us for it: what it holds is held again',
    lift_freeze: 'lift the freeze',
    resume_lane: 'let the lane send again',
    resume_payouts: 'let the payout account pay again',
    abandon_lane: (resolution) =>
      `the lane never sends again; ${String(resolution.locks)} locks without bytes are dead (${formatTokens(resolution.tokens_minor)}), and their buys are send_failed`,
    write_off: (resolution) =>
      `${formatTokens(resolution.tokens_minor)} that left before a restore, for a buy that is lost: ${resolution.business_id === null ? 'we bear it' : `${formatKnownId('business', resolution.business_id)} owes it`}`,
    top_up_lane: describeTopUp,
    move_naira: (resolution, amount) =>
      `${amount} goes from ${String(resolution.from)}, which collects, to ${String(resolution.to)}, which pays`,
    move_tokens: (resolution, amount) =>
      `tokens for ${amount} go from ${String(resolution.from)} to ${String(resolution.to)}`,
    top_up_sweeper: describeSweeperTopUp,
    adopt: (resolution) =>
      `take over ${String(resolution.locks)} locks from ${String(resolution.first_lock)} on: ${formatTokens(resolution.tokens_minor)} that the database has forgotten`,
    redirect: (resolution, amount) =>
      `pay ${amount} of ${formatKnownId('credit', resolution.line_id)} back to ${describeDestination(resolution)}, shown by: "${String(resolution.evidence)}"`,
    to_balance: (resolution) => `${describeReturnedTokens(resolution)} to the balance of the business`,
    return_to_wallet: (resolution) =>
      `${describeReturnedTokens(resolution)} to ${String(resolution.address)} on ${String(resolution.network)}, confirmed by the business: "${String(resolution.confirmed)}"`,
    read_again: (resolution) => `read the network once more from block ${String(resolution.from_block)} on`,
    explain: describeExplanation,
    confirm_import: 'confirm what the statement brought',
  } satisfies Record<Resolution['action'], string | Describe>),
)

function formatTokens(minor: unknown): string {
  return `${formatMoney(money('NGNC', BigInt(String(minor))))} NGNC`
}

function describeReturnedTokens({ amount_minor: minor, deposits }: Words): string {
  const sum = formatTokens(minor)
  if (!Array.isArray(deposits)) return `give back ${sum}`
  return `give back ${sum} (${(deposits as Words[]).map(({ deposit_id: deposit }) => formatKnownId('deposit', deposit)).join(', ')})`
}

function describeExplanation({ as, payout_id: payout, whose, evidence }: Words): string {
  const words: Readonly<Record<string, string>> = {
    capital: 'it is money of our own, put in or taken out',
    return: `it is the naira of ${formatKnownId('payout', payout)}, come back`,
    loss: 'we bear it, or it makes a loss good',
    charge: "it is a charge of the vendor's, or one that it gave back",
    vendor: 'the vendor owes it to us, or pays what it owed',
    somebody: `it stays in suspense as ${String(whose)}'s`,
  }
  return `${words[String(as)] ?? String(as)}. Shown by: "${String(evidence)}"`
}

function describeTopUp({ network, number, tokens_minor: minor, gas_units: units }: Words): string {
  const asset = networkNamed(network as NetworkName).gasAsset
  const brought = [
    [BigInt(String(minor)), 'NGNC'],
    [BigInt(String(units)), asset],
  ] as const
  const parts = brought
    .filter(([amount]) => amount > 0n)
    .map(([amount, unit]) => `${formatMoney(money(unit, amount))} ${unit}`)
  return `book ${parts.join(' and ')} that ${String(network)} lane ${String(number)} was brought`
}

function describeSweeperTopUp({ network, gas_units: units }: Words): string {
  const asset = networkNamed(network as NetworkName).gasAsset
  return `book ${formatMoney(money(asset, BigInt(String(units))))} ${asset} that the sweeper of ${String(network)} was brought`
}

function formatKnownId(
  kind: 'transaction' | 'credit' | 'business' | 'deposit' | 'payout',
  value: unknown,
): string {
  return typeof value === 'string' ? formatId(kind, value) : '?'
}

function describeRelease(resolution: Words, amount: string): string {
  const { network, address, account_number: number } = resolution
  if (typeof number === 'string')
    return `let it go on: ${amount} of tokens, paid to ${describeDestination(resolution)}`
  if (typeof network !== 'string') return `let it go on: ${amount}, to the balance of the business`
  return `let it go on: ${amount} for ${String(address)} on ${network}`
}

/** The account itself, once it is known: whoever approves must see it. */
function describeDestination(value: unknown): string {
  const { account_number: number, account_name: name, known_by: knownBy } = (value ?? {}) as Words
  if (typeof number !== 'string') return 'the account it came from'
  const who = typeof name === 'string' ? name : 'no name'
  const partly = knownBy === 'mask' ? '; the number as claimed, the bank shows a part of it' : ''
  return `${number} (${who}, ${findBankName(value as Words)}${partly})`
}

function findBankName({ bank_code: code, bank_name: name }: Words): string {
  if (typeof code === 'string') return nigerianBanks.byKey(code)?.name ?? code
  return typeof name === 'string' ? name : 'bank not known'
}

function describeReturns(returns: unknown): string {
  if (!Array.isArray(returns)) return 'return what the buy holds to where it came from'
  const parts = (returns as Words[]).map(
    ({ amount_minor: minor, destination: to }) =>
      `${formatNaira(BigInt(String(minor)))} to ${describeDestination(to)}`,
  )
  return `return ${parts.join(' and ')}`
}
