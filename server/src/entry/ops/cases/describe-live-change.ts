import { formatId } from '../../../kernel/ids/ids.ts'
import type { LiveChange } from '../../../records/cases/live-change.ts'
import { formatNaira } from '../amounts.ts'

type Words = Readonly<Record<string, unknown>>

/** Describes the changes of live mode. The approver sees every value that takes effect. */
export const liveChangeDescriptions: Readonly<
  Record<LiveChange['action'], string | ((resolution: Words, amount: string) => string)>
> = {
  go_live: (resolution) =>
    `the business goes live in tier ${String(resolution.tier)} with ${describeTerms(resolution)}, exposure limit ${formatMinor(resolution.exposure_cap_minor)}, as in file ${String(resolution.file_version)} (SHA-256 ${String(resolution.file_digest)})`,
  set_terms: (resolution) =>
    `set the terms to ${describeTerms(resolution)}${typeof resolution.tier === 'number' ? `, tier ${resolution.tier}` : ''}`,
  issue_key: describeKey,
  resume_business: 'end the suspension of the business',
  open_collection_account: describeCollectionAccount,
  open_payout_account: ({ vendor, name, account_id: id, account_number: number }) =>
    `open payout account ${String(vendor)}:${String(name)}${typeof number === 'string' ? `, number ${number},` : ''} as ${String(id)}`,
  fund_payout_account: ({ account }, amount) =>
    `book ${amount} of ours that was paid into payout account ${String(account)}`,
  open_lane: ({ network, number, address, next_lock: lock }) =>
    `open ${String(network)} lane ${String(number)} for our wallet ${String(address)}, next lock ${String(lock)}`,
  set_feed: ({ feed }) =>
    typeof feed === 'string'
      ? `let the feed of ${feed} report the credits of the account`
      : 'take the credits of the account from statements only',
  set_vendor_terms: ({ vendor, cap_minor: cap, pays_from_number: number, pays_from_bank: bank }) =>
    `deliver at most ${formatMinor(cap)} before ${String(vendor)} has settled it; ${typeof number === 'string' ? `it pays us from ${number} at ${String(bank)}` : 'operators book its settlements'}`,
  book_settlement: ({ vendor, line_id: line }, amount) =>
    `book credit ${formatId('credit', String(line))} of ${amount} as a settlement of ${String(vendor)}`,
  write_off_debt: ({ vendor, as }, amount) =>
    `write off ${amount} that ${String(vendor)} owes us, as ${as === 'fee' ? 'its fee' : 'our loss'}`,
  invite_operator: ({ name, email, roles }) =>
    `invite ${String(name)} <${String(email)}> as an operator with the roles ${formatRoles(roles)}`,
  change_operator_roles: ({ email, roles }) =>
    `give ${String(email)} the roles ${formatRoles(roles)}, and no others`,
  resume_operator: ({ email }) => `end the suspension of ${String(email)}`,
  end_operator: ({ email }) => `end the access of ${String(email)}, with all passkeys and sessions`,
  set_rate: ({ pair, bid, ask, valid_minutes: minutes, last }) =>
    `set ${String(pair)} to ${String(bid)} / ${String(ask)} for ${String(minutes)} minutes from the approval; ${typeof last === 'string' ? `the last published rate is ${last}` : 'none was published before'}`,
}

function describeCollectionAccount(told: Words): string {
  const { account_number: number, bank_name: bank, name, business_id: business, feed, is_pool: isPool } = told
  const opened = `open account ${String(number)} at ${String(bank)} (${String(name)})`
  if (isPool === true) return `${opened} as the pool for account numbers of ${String(feed)}`
  const who = typeof business === 'string' ? formatId('business', business) : 'every business'
  const reported = typeof feed === 'string' ? `feed of ${feed}` : 'statements only'
  return `${opened} for payments of buyers of ${who}; ${reported}`
}

function formatRoles(roles: unknown): string {
  return (roles as string[]).join(', ')
}

function describeTerms(terms: Words): string {
  const { default_network: network, default_address: address } = terms
  return [
    `fee ${formatMinor(terms.fee_flat_minor)} + ${String(terms.fee_bps)} basis points (cap ${formatMinor(terms.fee_cap_minor)})`,
    `daily limit ${formatMinor(terms.daily_limit_minor)}`,
    `hourly review limit ${formatMinor(terms.velocity_hour_minor)}`,
    `daily review limit per wallet ${formatMinor(terms.velocity_wallet_day_minor)}`,
    ...(terms.tolerance_minor === undefined
      ? []
      : [`payments may differ by ${formatMinor(terms.tolerance_minor)}`]),
    `balance ${terms.may_hold_balance === true ? 'on' : 'off'}`,
    ...(terms.may_number_customers === undefined
      ? []
      : [`standing numbers for customers ${terms.may_number_customers === true ? 'on' : 'off'}`]),
    `default wallet ${typeof address === 'string' ? `${address} on ${String(network)}` : 'none'}`,
  ].join(', ')
}

function describeKey({
  scopes,
  networks,
  label,
  requests_per_window: most,
  expires_at: until,
  public_key: publicKey,
}: Words): string {
  const from = (networks as string[]).join(', ')
  return [
    `issue a key with the scopes ${(scopes as string[]).join(', ')}`,
    `from ${from === '' ? 'anywhere' : from}`,
    `up to ${String(most)} requests in ten seconds`,
    typeof until === 'string' ? `until ${until}` : 'without expiry',
    label === '' ? 'without label' : `label "${String(label)}"`,
    ...(typeof publicKey === 'string' ? [`with the public key ${publicKey}`] : []),
  ].join(', ')
}

function formatMinor(minor: unknown): string {
  return typeof minor === 'string' ? formatNaira(BigInt(minor)) : 'none'
}
