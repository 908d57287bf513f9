import type { WantedResolution } from '../../../flows/cases/wanted-resolution.ts'
import { type IdKind, parseId } from '../../../kernel/ids/ids.ts'
import { parseNetwork } from '../../../kernel/networks.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import { readNaira } from '../amounts.ts'

/** Actions whose option needs no argument and no further options. */
const plainActions = {
  keep: 'keep',
  acceptShort: 'accept_short',
  acceptLate: 'accept_late',
  returnPart: 'return_part',
  charge: 'charge',
  release: 'release',
  reject: 'reject',
  returnAll: 'return_all',
  retrySend: 'retry_send',
  wasPaid: 'was_paid',
  notPaid: 'not_paid',
  fix: 'fix',
  resumeLane: 'resume_lane',
  toBalance: 'to_balance',
  ourLoss: 'our_loss',
  customerLoss: 'customer_loss',
  dismiss: 'dismiss',
} as const

export type WantedOptions = Readonly<Partial<Record<keyof typeof plainActions, boolean>>> &
  Readonly<{
    asProposed?: boolean
    freezeAndReport?: boolean
    allocate?: string
    return?: boolean
    tookBack?: string
    /** Checked by readWantedWallet. */
    returnToWallet?: string
    network?: string
    redirect?: string
    bank?: string
    name?: string
    credit?: string
    explain?: string
    readAgain?: string
    payout?: string
    whose?: string
    evidence?: string
    amount?: string
  }>

/** Returns the requested resolution; undefined means the suggested one. */
export function readWantedResolution(
  options: WantedOptions,
  wallet?: Readonly<{ network: string; address: string }>,
): WantedResolution | undefined {
  const amount =
    options.amount === undefined ? {} : { amount_minor: readNaira(options.amount).minor.toString() }
  const wanted: (WantedResolution | undefined)[] = []
  if (options.asProposed === true) wanted.push(undefined)
  if (options.allocate !== undefined)
    wanted.push({ action: 'allocate', transaction_id: requireId('transaction', options.allocate), ...amount })
  if (options.return === true) wanted.push({ action: 'return', ...amount })
  if (options.tookBack !== undefined)
    wanted.push({ action: 'took_back', line_id: requireId('credit', options.tookBack) })
  if (wallet !== undefined)
    wanted.push({ action: 'return_to_wallet', ...wallet, confirmed: options.evidence })
  if (options.readAgain !== undefined) wanted.push({ action: 'read_again', from_block: options.readAgain })
  if (options.freezeAndReport === true)
    wanted.push({ action: 'freeze_and_report', evidence: options.evidence })
  if (options.explain !== undefined) wanted.push(readExplanation(options))
  if (options.redirect !== undefined) wanted.push(readRedirect(options))
  for (const [option, action] of Object.entries(plainActions))
    if (options[option as keyof typeof plainActions] === true) wanted.push({ action })
  if (wanted.length === 1 && (options.amount === undefined || wanted[0]?.amount_minor !== undefined))
    return wanted[0]
  throw new Refusal(
    'resolution_invalid',
    wanted.length === 1
      ? '--amount is allowed only with --allocate or --return.'
      : 'Choose one: --as-proposed, --allocate txn_…, --return, --keep, --accept-short, --accept-late, ' +
          '--return-part, --took-back crd_…, --charge, --release, --freeze-and-report, --reject, --return-all, --retry-send, --was-paid, --not-paid, --fix, --resume-lane, ' +
          '--to-balance, --return-to-wallet <address>, --redirect <number>, --explain <what>, --read-again <block>, --our-loss, --customer-loss or --dismiss.',
  )
}

function readRedirect({ redirect, bank, name, credit, evidence }: WantedOptions): WantedResolution {
  const part = credit === undefined ? {} : { line_id: requireId('credit', credit) }
  return { action: 'redirect', account_number: redirect, bank, account_name: name, evidence, ...part }
}

function readExplanation({ explain, payout, whose, evidence }: WantedOptions): WantedResolution {
  const came = payout === undefined ? {} : { payout_id: requireId('payout', payout) }
  return { action: 'explain', as: explain, ...came, whose, evidence }
}

function requireId(kind: IdKind, text: string): string {
  const id = parseId(kind, text)
  if (id !== undefined) return id
  throw new Refusal(
    'field_invalid',
    `"${text}" is not the id of ${kind === 'credit' ? 'a credit, which begins with crd_' : kind === 'payout' ? 'a payout, which begins with pay_' : 'a buy, which begins with txn_'}.`,
  )
}

/**
 * Returns the wallet that tokens are returned to, in its stored spelling. Refuses an address that can never be valid before anyone approves
 * it.
 */
export async function readWantedWallet(
  { returnToWallet: address, network: name }: WantedOptions,
  readRules: () => Promise<WalletAddressRules>,
): Promise<{ network: string; address: string } | undefined> {
  if (address === undefined) return undefined
  if (name === undefined)
    throw new Refusal('wallet_incomplete', 'Pass --network with the network of the wallet.')
  const network = parseNetwork(name)
  const verdict = (await readRules()).judge(network, address)
  if (verdict.outcome === 'refused') throw new Refusal(verdict.code, verdict.message)
  return { network, address: verdict.address }
}
