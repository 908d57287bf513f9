import type { TokenChain, TokenFamily } from '../chains/token-family.ts'

/** What one payout account may be made to pay. What no line of the policy allows is refused. */
export type AccountPolicy = Readonly<{
  account: string
  mode: 'live' | 'test'
  vendor: 'paystack' | 'monnify'
  perPayoutMinor: bigint
  perHourMinor: bigint
  perDayMinor: bigint
  /** Over the first day of a beneficiary who was never paid before. */
  firstDayMinor: bigint
  /** How far apart two answers "not found" must be before the same reference may be sent again. */
  repeatAfterMs: number
}>

export type PayerPolicy = Readonly<{
  accounts: readonly AccountPolicy[]
  tokens: readonly TokenPolicy[]
  find(account: string): AccountPolicy | undefined
  /** What counts as a deposit on a network. */
  tokenOf(mode: string, network: string): TokenPolicy | undefined
}>

export type TokenPolicy = Readonly<{
  mode: string
  network: string
  family: TokenFamily
  chain: TokenChain
  /** For sells of more than this a node of our own is asked whether the tokens came. */
  askAboveMinor: bigint | undefined
}>

export function createPayerPolicy(
  accounts: readonly AccountPolicy[],
  tokens: readonly TokenPolicy[],
): PayerPolicy {
  const byId = new Map(accounts.map((account) => [account.account, account]))
  if (byId.size !== accounts.length) throw new Error('the policy names an account twice')
  const byNetwork = new Map(tokens.map((token) => [`${token.mode}:${token.network}`, token]))
  if (byNetwork.size !== tokens.length) throw new Error('the policy names a network twice')
  return {
    accounts,
    tokens,
    find: (account) => byId.get(account),
    tokenOf: (mode, network) => byNetwork.get(`${mode}:${network}`),
  }
}
