import { type AskAbove, readAskAbove } from '../shared/live-rules.ts'
import { sayNaira } from '../shared/money/say-amount.ts'
import {
  createSettingReader,
  isFields,
  readOperatorsRoot,
  readUncaused,
  type SettingReader,
} from '../shared/settings.ts'
import { refuseUnless } from './answers.ts'
import { evmToken } from './chains/evm-token.ts'
import { solanaToken } from './chains/solana-token.ts'
import { stellarToken } from './chains/stellar-token.ts'
import type { TokenChain, TokenFamily } from './chains/token-family.ts'
import type { PayerJournal } from './journal/payer-journal.ts'

/** Limits of one payout account. A payout that no entry of the policy allows is refused. */
export type AccountPolicy = Readonly<{
  account: string
  mode: 'live' | 'test'
  vendor: 'paystack' | 'monnify'
  perPayoutMinor: bigint
  perHourMinor: bigint
  perDayMinor: bigint
  /** Limit on the first day of a beneficiary who was never paid before. */
  firstDayMinor: bigint
  /** How far apart two answers "not found" must be before the same reference may be sent again. */
  repeatAfterMs: number
}>

export type PayerPolicy = Readonly<{
  /** Hash of the first statement of the operators file. */
  operatorsRoot: string
  /** The tokens that each business may have without a cause in test mode. */
  uncausedTestMinor: bigint
  accounts: readonly AccountPolicy[]
  tokens: readonly TokenPolicy[]
  find(account: string): AccountPolicy | undefined
  /** Returns the token that counts as a deposit on a network. */
  tokenOf(mode: string, network: string): TokenPolicy | undefined
}>

export type TokenPolicy = Readonly<{
  mode: string
  network: string
  family: TokenFamily
  chain: TokenChain
  /** For sells above these amounts, our own node must show that the tokens arrived. Undefined: it is never asked. */
  askAbove: AskAbove | undefined
}>

const ACCOUNT_SETTINGS = new Set(
  'account mode vendor per_payout_minor per_hour_minor per_day_minor first_day_minor repeat_after_seconds'.split(
    ' ',
  ),
)

const FAMILIES: ReadonlyMap<unknown, TokenFamily> = new Map(
  Object.entries({ evm: evmToken, solana: solanaToken, stellar: stellarToken }),
)

const TOKEN_SETTINGS = 'family mode network'.split(' ')
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const MODE = /^(?:live|test)$/
const HALF_AN_HOUR_S = 1_800

/** Reads `{"operators_root": "…", "accounts": […], "tokens": […]}`. Any other field is refused. */
export function readPayerPolicy(text: string): PayerPolicy {
  const file: unknown = JSON.parse(text)
  const { operators_root, accounts, tokens, uncaused_test_minor, ...rest } = isFields(file) ? file : {}
  if (!Array.isArray(accounts) || !Array.isArray(tokens) || Object.keys(rest).length > 0)
    throw new Error('the policy must be {"operators_root": "…", "accounts": […], "tokens": […]}')
  return {
    operatorsRoot: readOperatorsRoot(operators_root),
    uncausedTestMinor: readUncaused(uncaused_test_minor),
    ...createPayerPolicy(accounts.map(readAccount), tokens.map(readToken)),
  }
}

function readAccount(given: unknown, place: number): AccountPolicy {
  const { fields, text, whole, wrong } = createSettingReader(
    given,
    ACCOUNT_SETTINGS,
    `account ${place + 1} of the policy`,
  )
  const mode = text('mode', MODE) as AccountPolicy['mode']
  const seconds =
    fields['repeat_after_seconds'] === undefined ? HALF_AN_HOUR_S : Number(whole('repeat_after_seconds'))
  // Shorter times are only for tests, because a real bank may find a payment late.
  if (mode === 'live' && seconds < HALF_AN_HOUR_S) wrong('repeat_after_seconds must be at least 1800')
  return {
    account: text('account', UUID),
    mode,
    vendor: text('vendor', /^(?:paystack|monnify)$/) as AccountPolicy['vendor'],
    perPayoutMinor: whole('per_payout_minor'),
    perHourMinor: whole('per_hour_minor'),
    perDayMinor: whole('per_day_minor'),
    firstDayMinor: whole('first_day_minor'),
    repeatAfterMs: seconds * 1000,
  }
}

function readToken(given: unknown, place: number): TokenPolicy {
  const { family: name = 'evm' } = isFields(given) ? given : {}
  const family = FAMILIES.get(name)
  if (family === undefined) throw new Error('the network family does not exist')
  const asked = ['ask_above_minor', 'ask_above_hour_minor', 'decimals', ...family.askedSettings]
  const names = new Set([...TOKEN_SETTINGS, ...family.tokenSettings, ...asked])
  const reader = createSettingReader(given, names, `token ${place + 1} of the policy`)
  const isAsked = asked.some((name) => reader.fields[name] !== undefined)
  return {
    mode: reader.text('mode', MODE),
    network: reader.text('network', /^[A-Z][A-Za-z]*$/),
    family,
    chain: family.readToken(reader, isAsked ? readDecimals(reader) : undefined),
    askAbove: isAsked
      ? (readAskAbove(reader) ?? reader.wrong('ask_above_minor and ask_above_hour_minor are missing'))
      : undefined,
  }
}

/** Reads the decimals of the token. With a wrong number, the amount on the node would never match, so no deposit would be confirmed. */
function readDecimals({ whole, wrong }: SettingReader): number {
  const decimals = Number(whole('decimals'))
  return decimals >= 2 && decimals <= 36 ? decimals : wrong('decimals must be between 2 and 36')
}

function createPayerPolicy(
  accounts: readonly AccountPolicy[],
  tokens: readonly TokenPolicy[],
): Omit<PayerPolicy, 'operatorsRoot' | 'uncausedTestMinor'> {
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

/** Enforces the limits. Every payment that was sent to a bank counts, whatever its outcome, because it may have been made. */
export function requireWithinPayoutCaps(
  policy: AccountPolicy,
  journal: Pick<PayerJournal, 'spent' | 'paidToNewcomer'>,
  payment: Readonly<{ beneficiary: string; amountMinor: bigint; atMs: number }>,
): void {
  const { amountMinor, beneficiary, atMs } = payment
  const { hour, day } = journal.spent(policy.account, atMs)
  const within = (sum: bigint, most: bigint): boolean => sum + amountMinor <= most
  const { perPayoutMinor, perHourMinor, perDayMinor, firstDayMinor } = policy
  refuseUnless(
    within(0n, perPayoutMinor),
    'over_payout_cap',
    `above the limit of ${sayNaira(perPayoutMinor)} per payout`,
  )
  refuseUnless(
    within(hour, perHourMinor),
    'over_hour_cap',
    `above the limit of ${sayNaira(perHourMinor)} per hour`,
  )
  refuseUnless(
    within(day, perDayMinor),
    'over_day_cap',
    `above the limit of ${sayNaira(perDayMinor)} per day`,
  )
  const newcomer = journal.paidToNewcomer(beneficiary, atMs)
  refuseUnless(
    newcomer === undefined || within(newcomer, firstDayMinor),
    'over_first_day_cap',
    `above the limit of ${sayNaira(firstDayMinor)} on the first day of a beneficiary`,
  )
}
