import type { Clock } from '../../kernel/clock/clock.ts'
import { newId } from '../../kernel/ids/ids.ts'
import type { Mode } from '../../kernel/mode.ts'
import type { Money } from '../../kernel/money/money.ts'
import { parseNetwork } from '../../kernel/networks.ts'
import { asTenant, type Pool } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { WalletChains } from '../../movements/transfers/chain.ts'
import type { WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import { listedAccounts, type VendorAccount } from '../../records/banks/vendor-account.ts'
import { feeOf } from '../../records/fees/fee.ts'
import {
  findPayLink,
  issuePayLink,
  newPayToken,
  type PayLink,
  type PayLinkStop,
} from '../../records/pay-links/pay-link-store.ts'
import type { NewBuy } from '../../records/transactions/accepting/buy-store.ts'
import { newPaymentCode } from '../../records/transactions/accepting/expected-payment-store.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { acceptOnce } from '../accept/accept-once.ts'
import { findFirst } from '../accept/find-first.ts'
import {
  type Asking,
  commonFields,
  type GivenLabels,
  type GivenNames,
  identifyRequest,
  labelsMeaning,
  meaningOf,
} from '../accept/request-identity.ts'
import { requireDestination, walletOf } from '../buys/accept-buy.ts'
import { pickAmount } from '../buys/issue-expected-payment.ts'
import { checkWallet, ownWallet } from '../wallets/check-wallet.ts'

export type PayLinkRequest = GivenNames &
  GivenLabels &
  Readonly<{
    /** Whole naira; the service adds the kobo if some are free. */
    amount: Money
    wallet: Wallet | null
    description: string | null
    returnUrl: string | null
    expiresInMinutes: number
  }>

export type MadePayLink = Readonly<{ link: PayLink; isReplay: boolean; warnings: readonly string[] }>

type PayLinkDeps = Readonly<{
  pool: Pool
  clock: Clock
  addresses: WalletAddressRules
  walletChains: WalletChains
}>

type Draft = Readonly<{
  buy: Omit<NewBuy, 'payer' | 'vendorAccountId'>
  accounts: readonly VendorAccount[]
  warnings: readonly string[]
}>

const KOBO = 100n
const MINUTE_MS = 60_000
// A retry is needed only when another request took the same amount or code first.
const ISSUE_TRIES = 5

/**
 * Opens a buy before the payment, and a page that tells the payer what to pay. Throws a refusal if the tokens could not be delivered now:
 * after the payment a refusal would be too late, because we would hold the naira. A repeated request with the same reference or idempotency
 * key returns the same link.
 */
export async function makePayLink(
  { pool, clock, addresses, walletChains }: PayLinkDeps,
  asking: Asking,
  visible: readonly VendorAccount[],
  request: PayLinkRequest,
): Promise<MadePayLink> {
  const { tenant, terms } = asking
  const identity = identifyRequest(request, meaningOfLink(request))

  const draft = async (): Promise<Draft> => {
    const { amount, expiresInMinutes } = request
    if (amount.minor % KOBO !== 0n) {
      throw new Refusal('amount_too_fine', 'The amount of a pay link must be whole naira. We add the kobo.')
    }
    requireDestination(terms, request.wallet)
    const wallet = walletOf(terms, request.wallet)
    const accounts = listedAccounts(visible, tenant.mode)
    if (accounts.length === 0) {
      throw new Refusal('unavailable', 'No vendor account accepts payments now. Try again in a few minutes.')
    }
    const fee = feeOf(terms.feePlan, amount)
    const createdAt = clock.now()
    return {
      buy: {
        ...commonFields(asking, identity),
        amount,
        fee,
        wallet,
        createdAt,
        metadata: request.metadata,
        expiresAt: new Date(createdAt.getTime() + expiresInMinutes * MINUTE_MS),
      },
      accounts,
      warnings:
        wallet === null
          ? []
          : await requireReceivingWallet(
              { rules: addresses, chains: walletChains },
              wallet,
              tenant.mode,
              amount,
            ),
    }
  }

  /**
   * Issues the link on the first account that has a free amount with kobo. If no account has one, the link asks for whole naira on the first
   * account, and its code identifies the payment.
   */
  const issueOnce = async (drafted: Draft): Promise<'issued' | 'taken'> => {
    for (let tries = 0; tries < ISSUE_TRIES; tries += 1) {
      const { amount, ...asked } = await chooseAmount(pool, drafted)
      const answer = await issuePayLink(pool, {
        expectedId: newId(),
        buy: { ...asked, amount, fee: feeOf(terms.feePlan, amount) },
        code: newPaymentCode(),
        link: {
          id: newId(),
          token: newPayToken(),
          description: request.description,
          returnUrl: request.returnUrl,
        },
      })
      if (answer.outcome === 'issued') return 'issued'
      if (answer.outcome === 'name_taken') return 'taken'
      if (answer.outcome === 'stopped') refusePayLink(answer.stop, asked.wallet)
    }
    throw new Refusal('unavailable', 'Too many payments are being created. Try again in a second.')
  }

  const read = async (transactionId: string, isReplay: boolean, warnings: readonly string[]) => {
    const link = await asTenant(pool, tenant, async (sql) => findPayLink(sql, { transactionId }))
    return link && { link, isReplay, warnings }
  }

  const issue = async (drafted: Draft): Promise<MadePayLink | undefined> => {
    const answer = await issueOnce(drafted)
    return answer === 'taken' ? undefined : read(identity.id, false, drafted.warnings)
  }

  const findIssued = async (): Promise<MadePayLink | undefined> => {
    const firstId = await findFirst(pool, tenant, identity.names, identity.meaning)
    return firstId === undefined ? undefined : read(firstId, true, [])
  }

  return acceptOnce(draft, issue, findIssued)
}

/** Chooses the account to pay into, and the amount there. */
async function chooseAmount(pool: Pool, { buy, accounts }: Draft): Promise<Omit<NewBuy, 'payer'>> {
  for (const { id: vendorAccountId } of accounts) {
    const amount = await pickAmount(pool, { ...buy, vendorAccountId })
    if (amount !== undefined) return { ...buy, vendorAccountId, amount }
  }
  return { ...buy, vendorAccountId: accounts[0]?.id ?? '' }
}

/** Returns a digest of the request. The account to pay into is not part of it, because we choose the account. */
function meaningOfLink(request: PayLinkRequest): Buffer {
  const { amount, wallet, description, returnUrl, expiresInMinutes } = request
  return meaningOf([
    'pay-link',
    amount.minor,
    wallet?.network ?? null,
    wallet?.address ?? null,
    description,
    returnUrl,
    String(expiresInMinutes),
    ...labelsMeaning(request),
  ])
}

/** Throws the refusal of a pay link, before a payer sees an amount. */
function refusePayLink(stop: PayLinkStop, wallet: Wallet | null): never {
  const network = wallet?.network ?? 'any network'
  switch (stop) {
    case 'own_wallet':
      throw new Refusal('wallet_cannot_receive', ownWallet.message)
    case 'not_open':
      throw new Refusal(
        'delivery_not_open',
        `${network} is not available in this mode yet. Use another network.`,
      )
    case 'short':
      throw new Refusal(
        'delivery_short',
        `We cannot deliver this much on ${network} now. Reduce the amount, use another network, or try again in an hour.`,
      )
    case 'daily_limit':
      throw new Refusal(
        'daily_limit',
        'This exceeds the daily limit of the business. Try again tomorrow, or ask us to raise the limit.',
      )
    case 'account':
      throw new Refusal('unavailable', 'The vendor account has just been closed. Try again.')
    case 'frozen':
      throw new Refusal(
        'delivery_stopped',
        'Deliveries are paused for this business or on this network. Try again later, or contact us.',
      )
  }
}

// The request for the link waits for this answer. A network that does not answer is no reason to refuse.
const WALLET_ASK_TIMEOUT_MS = 4_000

/** Throws a refusal for a wallet that cannot receive, before anyone pays. Returns warnings about the wallet. */
async function requireReceivingWallet(
  { rules, chains }: Readonly<{ rules: WalletAddressRules; chains: WalletChains }>,
  wallet: Wallet,
  mode: Mode,
  tokens: Money,
): Promise<readonly string[]> {
  const network = parseNetwork(wallet.network)
  const { blockers, warnings } = await checkWallet(
    // Whether the wallet is ours is not checked here, but in the commit that issues the link.
    {
      rules,
      chain: chains.get(`${mode}:${network}`),
      isOurs: async () => false,
      askMs: WALLET_ASK_TIMEOUT_MS,
    },
    { network, text: wallet.address, tokensMinor: tokens.minor },
  )
  const [blocker] = blockers
  if (blocker !== undefined) throw new Refusal('wallet_cannot_receive', blocker.message)
  return warnings
}
