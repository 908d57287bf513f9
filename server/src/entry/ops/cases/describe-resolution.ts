import { formatId } from '../../../kernel/ids/ids.ts'
import { formatMoney, money } from '../../../kernel/money/money.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import { networkNamed } from '../../../kernel/networks.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { formatNaira } from '../amounts.ts'

type Words = Readonly<Record<string, unknown>>

/** What a resolution means, in plain words. What is not one is shown as it is. */
export function describeResolution(resolution: Words | null): string {
  if (resolution === null) return 'nothing suggests itself'
  const { action, amount_minor: amount } = resolution
  const money = typeof amount === 'string' && /^[0-9]+$/.test(amount) ? formatNaira(BigInt(amount)) : 'it'
  switch (action) {
    case 'allocate':
      return `give ${money} to ${id('transaction', resolution.transaction_id)}`
    case 'return':
      return `return ${money} to ${destination(resolution.destination)}`
    case 'keep':
      return 'keep it in suspense, explained'
    case 'accept_short':
      return 'go on with what has arrived'
    case 'accept_late':
      return 'go on although it came late'
    case 'return_part':
    case 'return_all':
      return returnPart(resolution.returns)
    case 'dismiss':
      return 'nothing to do: looked at'
    case 'took_back':
      return `it took back ${id('credit', resolution.line_id)}`
    case 'charge':
      return "it was a bank's charge"
    case 'move_account':
      return `make the account ${String(resolution.to)}`
    case 'set_cap':
      return `set the exposure cap to ${money}`
    case 'lift_lien':
      return 'lift the lien'
    case 'reject':
      return `do not go on: ${returnPart(resolution.returns)}`
    case 'release':
      return release(resolution, money)
    case 'retry_send':
      return 'send it again'
    case 'fix':
      return 'it is mended: check it again and go on'
    case 'was_paid':
      return 'it was paid: it is done'
    case 'not_paid':
      return 'nothing left us for it: what it holds is held again'
    case 'lift_freeze':
      return 'lift the freeze'
    case 'resume_lane':
      return 'let the lane send again'
    case 'resume_payouts':
      return 'let the payout account pay again'
    case 'abandon_lane':
      return `the lane never sends again; ${String(resolution.locks)} locks without bytes are dead (${tokens(resolution)}), and their buys are send_failed`
    case 'write_off':
      return `${tokens(resolution)} that left before a restore, for a buy that is lost: ${resolution.business_id === null ? 'we bear it' : `${id('business', resolution.business_id)} owes it`}`
    case 'top_up_lane':
      return topUp(resolution)
    case 'move_naira':
      return `${money} goes from ${String(resolution.from)}, which collects, to ${String(resolution.to)}, which pays`
    case 'move_tokens':
      return `tokens for ${money} go from ${String(resolution.from)} to ${String(resolution.to)}`
    case 'top_up_sweeper':
      return sweeperTopUp(resolution)
    case 'adopt':
      return `take over ${String(resolution.locks)} locks from ${String(resolution.first_lock)} on: ${tokens(resolution)} that the database has forgotten`
    case 'redirect':
      return `pay ${money} of ${id('credit', resolution.line_id)} back to ${destination(resolution)}, shown by: "${String(resolution.evidence)}"`
    case 'to_balance':
      return `${tokensBack(resolution)} to the balance of the business`
    case 'return_to_wallet':
      return `${tokensBack(resolution)} to ${String(resolution.address)} on ${String(resolution.network)}, confirmed by the business: "${String(resolution.confirmed)}"`
    case 'read_again':
      return `read the network once more from block ${String(resolution.from_block)} on`
    case 'explain':
      return explanation(resolution)
    case 'confirm_import':
      return 'confirm what the statement brought'
    default:
      return JSON.stringify(resolution)
  }
}

function tokens({ tokens_minor: minor }: Words): string {
  return formatMoney(money('NGNC', BigInt(String(minor)))) + ' NGNC'
}

function tokensBack({ amount_minor: minor, deposits }: Words): string {
  const sum = `${formatMoney(money('NGNC', BigInt(String(minor))))} NGNC`
  if (!Array.isArray(deposits)) return `give back ${sum}`
  return `give back ${sum} (${(deposits as Words[]).map(({ deposit_id: deposit }) => id('deposit', deposit)).join(', ')})`
}

function explanation({ as, payout_id: payout, whose, evidence }: Words): string {
  const words: Readonly<Record<string, string>> = {
    capital: 'it is money of our own, put in or taken out',
    return: `it is the naira of ${id('payout', payout)}, come back`,
    loss: 'we bear it, or it makes a loss good',
    charge: "it is a charge of the vendor's, or one that it gave back",
    vendor: 'the vendor owes it to us, or pays what it owed',
    somebody: `it stays in suspense as ${String(whose)}'s`,
  }
  return `${words[String(as)] ?? String(as)}. Shown by: "${String(evidence)}"`
}

function topUp({ network, number, tokens_minor: minor, gas_units: units }: Words): string {
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

function sweeperTopUp({ network, gas_units: units }: Words): string {
  const asset = networkNamed(network as NetworkName).gasAsset
  return `book ${formatMoney(money(asset, BigInt(String(units))))} ${asset} that the sweeper of ${String(network)} was brought`
}

function id(kind: 'transaction' | 'credit' | 'business' | 'deposit' | 'payout', value: unknown): string {
  return typeof value === 'string' ? formatId(kind, value) : '?'
}

function release(resolution: Words, money: string): string {
  const { network, address, account_number: number } = resolution
  if (typeof number === 'string')
    return `let it go on: ${money} of tokens, paid to ${destination(resolution)}`
  if (typeof network !== 'string') return `let it go on: ${money}, to the balance of the business`
  return `let it go on: ${money} for ${String(address)} on ${network}`
}

/** The account itself, once it is known: whoever approves must see it. */
function destination(value: unknown): string {
  const { account_number: number, account_name: name, known_by: knownBy } = (value ?? {}) as Words
  if (typeof number !== 'string') return 'the account it came from'
  const who = typeof name === 'string' ? name : 'no name'
  const partly = knownBy === 'mask' ? '; the number as claimed, the bank shows a part of it' : ''
  return `${number} (${who}, ${bankName(value as Words)}${partly})`
}

function bankName({ bank_code: code, bank_name: name }: Words): string {
  if (typeof code === 'string') return nigerianBanks.byKey(code)?.name ?? code
  return typeof name === 'string' ? name : 'bank not known'
}

function returnPart(returns: unknown): string {
  if (!Array.isArray(returns)) return 'return what the buy holds to where it came from'
  const parts = (returns as Words[]).map(
    ({ amount_minor: minor, destination: to }) =>
      `${formatNaira(BigInt(String(minor)))} to ${destination(to)}`,
  )
  return `return ${parts.join(' and ')}`
}
