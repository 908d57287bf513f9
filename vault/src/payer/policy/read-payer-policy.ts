import { createSettingReader, isFields, type SettingReader } from '../../shared/settings.ts'
import { evmToken } from '../chains/evm-token.ts'
import { solanaToken } from '../chains/solana-token.ts'
import { stellarToken } from '../chains/stellar-token.ts'
import type { TokenFamily } from '../chains/token-family.ts'
import { type AccountPolicy, createPayerPolicy, type PayerPolicy, type TokenPolicy } from './payer-policy.ts'

const ACCOUNT = new Set(
  'account mode vendor per_payout_minor per_hour_minor per_day_minor first_day_minor repeat_after_seconds'.split(
    ' ',
  ),
)
const FAMILIES: ReadonlyMap<unknown, TokenFamily> = new Map(
  Object.entries({ evm: evmToken, solana: solanaToken, stellar: stellarToken }),
)
const TOKEN = 'family mode network'.split(' ')
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
const MODE = /^(?:live|test)$/
const HALF_AN_HOUR_S = 1_800

/** `{"accounts": […], "tokens": […]}`, and nothing else. */
export function readPayerPolicy(text: string): PayerPolicy {
  const file: unknown = JSON.parse(text)
  const { accounts, tokens, ...rest } = isFields(file) ? file : {}
  if (!Array.isArray(accounts) || !Array.isArray(tokens) || Object.keys(rest).length > 0)
    throw new Error('the policy is not {"accounts": […], "tokens": […]}')
  return createPayerPolicy(accounts.map(readAccount), tokens.map(readToken))
}

function readAccount(given: unknown, place: number): AccountPolicy {
  const { fields, text, whole, wrong } = createSettingReader(
    given,
    ACCOUNT,
    `account ${place + 1} of the policy`,
  )
  const mode = text('mode', MODE) as AccountPolicy['mode']
  const seconds =
    fields['repeat_after_seconds'] === undefined ? HALF_AN_HOUR_S : Number(whole('repeat_after_seconds'))
  // Shorter times are for tests: a real bank may find a payment late.
  if (mode === 'live' && seconds < HALF_AN_HOUR_S) wrong('repeat_after_seconds is at least 1800')
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
  if (family === undefined) throw new Error('there is no such family of networks')
  const asked = ['ask_above_minor', 'decimals', ...family.askedSettings]
  const names = new Set([...TOKEN, ...family.tokenSettings, ...asked])
  const reader = createSettingReader(given, names, `token ${place + 1} of the policy`)
  const isAsked = asked.some((name) => reader.fields[name] !== undefined)
  return {
    mode: reader.text('mode', MODE),
    network: reader.text('network', /^[A-Z][A-Za-z]*$/),
    family,
    chain: family.readToken(reader, isAsked ? readDecimals(reader) : undefined),
    askAboveMinor: isAsked ? reader.whole('ask_above_minor') : undefined,
  }
}

/** A node that is asked in other units would say no to everything. */
function readDecimals({ whole, wrong }: SettingReader): number {
  const decimals = Number(whole('decimals'))
  return decimals >= 2 && decimals <= 36 ? decimals : wrong('decimals is between 2 and 36')
}
