import { Type } from 'typebox'
import type { BusinessRow } from '../../../flows/console/business-screen-store.ts'
import type { BusinessScreen } from '../../../flows/console/read-business.ts'
import { formatId } from '../../../kernel/ids/ids.ts'
import { describeActivity } from '../../../records/businesses/activity.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { successField, textReply, wordReply } from '../../http/reply-fields.ts'
import { CaseRowWire, toCaseRowWire } from './case-row-wire.ts'
import { ConsoleParams, isoOf, messageField, minorField, orNull, timeField } from './console-wire.ts'
import { GoLiveWire, toGoLiveWire } from './go-live-wire.ts'
import { SubjectWire, toSubjectWire } from './search-wire.ts'

export const businessStatuses = ['pending', 'active', 'suspended'] as const

export const BusinessParams = closedObject({
  ...ConsoleParams.properties,
  business_id: Type.String({
    description: 'The business: its id or its link tag.',
    maxLength: 100,
    examples: ['ada-foods'],
  }),
})

const businessFields = {
  business_id: textReply('The business.', `biz_${'0'.repeat(32)}`),
  name: textReply('Its name.', 'Ada Foods'),
  link_tag: textReply('Its link tag.', 'ada-foods'),
  state: wordReply(businessStatuses, 'What it may do in this mode. pending: it is not live yet.'),
  tier: orNull(Type.Integer({ description: 'Its tier in live mode, 1 to 3; null: none.' })),
  is_frozen: Type.Boolean({ description: 'Nothing of it is sent or paid out.' }),
  exposure_minor: minorField('What it received for payments that can still be recalled.'),
  exposure_limit_minor: minorField('The most that this may be.'),
}

const BusinessRowWire = closedObject({
  ...businessFields,
  is_losing: Type.Boolean({ description: 'Its fees cost us more than they brought in seven days.' }),
  file_waits_since: orNull(timeField('When it submitted the go-live file that nobody has decided.')),
  balance_minor: minorField('The NGNC that it holds with us.'),
  open_cases: Type.Integer({ description: 'Cases that are not decided.', minimum: 0 }),
  last_at: orNull(timeField('Its newest transaction; null: none yet.')),
})

export const BusinessesReply = namedObject('ConsoleBusinessesReply', {
  status: successField,
  message: messageField,
  businesses: Type.Array(BusinessRowWire, { description: 'Those that used this mode last come first.' }),
  has_more: Type.Boolean({ description: 'There are more than 200.' }),
})

const KeyWire = closedObject({
  key_id: textReply('The key. Its secret is stored nowhere.', `key_${'0'.repeat(32)}`),
  begins_with: textReply('What every key of this mode begins with.', 'svc_live_'),
  label: textReply('Its label; may be empty.', 'checkout'),
  scopes: Type.Array(textReply('What it may do.', 'buy')),
  networks: Type.Array(textReply('Where it may be used; empty: anywhere.', '203.0.113.0/24')),
  state: wordReply(['active', 'expired', 'revoked'], 'Whether it works.'),
  created_at: timeField('When it was issued.'),
  last_used_at: orNull(timeField('When it was last used, to the minute; null: never.')),
  ends_at: orNull(timeField('When it stops or stopped working; null: it does not expire.')),
})

const TermsWire = closedObject({
  fee_flat_minor: minorField('The flat part of the fee.'),
  fee_bps: Type.Integer({ description: 'Basis points of the amount.' }),
  fee_cap_minor: orNull(minorField('The most that a fee is; null: no cap.')),
  default_wallet: orNull(textReply('Where tokens go if a buy names no wallet.', 'Polygon 0x70997970')),
  daily_limit_minor: orNull(minorField('The most per day; null: no limit.')),
  velocity_hour_minor: orNull(minorField('The most per hour without a review; null: no limit.')),
  velocity_wallet_day_minor: orNull(
    minorField('The most to one wallet per day without a review; null: no limit.'),
  ),
  tolerance_minor: minorField('By how much a payment may differ.'),
  may_hold_balance: Type.Boolean({ description: 'It may hold a balance with us.' }),
  may_number_customers: Type.Boolean({ description: 'It may have standing numbers for its customers.' }),
  losses: Type.Array(
    closedObject({
      vendor: textReply('The vendor of the payment.', 'kora'),
      amount_minor: minorField('The amount on which the plan loses most.'),
      fee_minor: minorField('What the fee brings.'),
      cost_minor: minorField('What the vendor takes.'),
    }),
    { description: 'Where the fee plan brings less than a payment costs.' },
  ),
  lost_minor: orNull(minorField('What the fee plan lost in seven days, below zero; null: nothing.')),
})

const StandingWire = closedObject({
  case_id: textReply('The case in which two operators signed it.', `cas_${'0'.repeat(32)}`),
  decision: textReply('What one person may decide.', 'return'),
  ground: textReply('The kind of case.', 'overpaid'),
  is_for_all: Type.Boolean({ description: 'It is for every business.' }),
  cap_minor: minorField('The most that one decision moves.'),
  used_minor: minorField('What all decisions moved.'),
  total_minor: minorField('The most that they move together.'),
  expires_at: timeField('When it ends.'),
})

export const BusinessReply = namedObject('ConsoleBusinessReply', {
  status: successField,
  message: messageField,
  business: closedObject({
    ...businessFields,
    frozen_because: orNull(textReply('Why it is frozen.', 'its key leaked')),
  }),
  go_live: GoLiveWire,
  terms: TermsWire,
  used: closedObject({
    day_minor: minorField('What it moved today, in Lagos.'),
    hour_minor: minorField('What was cleared in the last hour.'),
  }),
  balances: Type.Array(
    closedObject({
      asset: wordReply(['NGN', 'NGNC'], 'Naira or tokens.'),
      available_minor: minorField('What it holds with us.'),
      held_minor: minorField('What its open transactions hold.'),
      owes_minor: minorField('What it owes us.'),
    }),
  ),
  keys: Type.Array(KeyWire, { description: 'The keys of this mode, newest first.' }),
  cases: Type.Array(CaseRowWire, { description: 'Its open cases, by their deadline.' }),
  transactions: Type.Array(SubjectWire, { description: 'Its newest transactions.' }),
  activity: Type.Array(
    closedObject({
      at: timeField('When.'),
      sentence: textReply('Who did what.', 'Ada Obi invited bola@ada.ng as viewer.'),
      subject: orNull(textReply('What was changed, if it is not the business itself.', 'key_01a1')),
    }),
    { description: 'What people did, the newest first.' },
  ),
  standing: Type.Array(StandingWire, {
    description: 'What one person may decide for it, because two signed that.',
  }),
})

export function toBusinessRowWire(row: BusinessRow) {
  return {
    business_id: formatId('business', row.id),
    name: row.name,
    link_tag: row.linkTag,
    state: row.status,
    tier: row.tier,
    is_frozen: row.isFrozen,
    exposure_minor: String(row.exposureMinor),
    exposure_limit_minor: String(row.exposureCapMinor),
    is_losing: row.isLosing,
    file_waits_since: isoOf(row.waitsSince),
    balance_minor: String(row.balanceMinor),
    open_cases: row.openCases,
    last_at: isoOf(row.lastAt),
  }
}

export function toBusinessWire(screen: BusinessScreen, now: Date) {
  const { business, mode, use } = screen
  return {
    business: {
      business_id: formatId('business', business.id),
      name: business.name,
      link_tag: business.linkTag,
      state: screen.status,
      tier: mode === 'live' ? screen.goLive.record.tier : null,
      is_frozen: screen.freeze !== undefined,
      exposure_minor: String(use.exposure),
      exposure_limit_minor: String(screen.exposureCapMinor),
      frozen_because: screen.freeze?.reason ?? null,
    },
    go_live: toGoLiveWire(screen.goLive),
    terms: toTermsWire(screen),
    used: { day_minor: String(use.day), hour_minor: String(use.hour) },
    balances: [
      toBalanceWire('NGNC', use.balance, use.heldTokens, use.owesTokens),
      toBalanceWire('NGN', 0n, use.heldNaira, use.owesNaira),
    ],
    keys: screen.keys.map((key) => ({
      key_id: formatId('key', key.id),
      begins_with: `svc_${key.mode}_`,
      label: key.label,
      scopes: key.scopes,
      networks: key.ipList,
      state: stateOfKey(key, now),
      created_at: key.createdAt.toISOString(),
      last_used_at: isoOf(key.lastUsedAt),
      ends_at: isoOf(key.revokedAt ?? key.expiresAt),
    })),
    cases: screen.cases.map(toCaseRowWire),
    transactions: screen.transactions.map(toSubjectWire),
    activity: screen.activity.map((one) => ({
      at: one.at.toISOString(),
      sentence: describeActivity(one),
      subject: one.subject?.startsWith('biz_') === true ? null : one.subject,
    })),
    standing: screen.standing.map((one) => ({
      case_id: formatId('case', one.id),
      decision: one.kind,
      ground: one.ground,
      is_for_all: one.businessId === null,
      cap_minor: one.capMinor,
      used_minor: one.usedMinor,
      total_minor: one.totalMinor,
      expires_at: one.expiresAt.toISOString(),
    })),
  }
}

function toBalanceWire(asset: 'NGN' | 'NGNC', available: bigint, held: bigint, owes: bigint) {
  return {
    asset,
    available_minor: String(available),
    held_minor: String(held),
    owes_minor: String(owes),
  }
}

function stateOfKey(
  { revokedAt, expiresAt }: Readonly<{ revokedAt: Date | null; expiresAt: Date | null }>,
  now: Date,
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

function toTermsWire({ terms, losses, lost }: BusinessScreen) {
  const text = (minor: bigint | null) => (minor === null ? null : String(minor))
  const { feePlan, defaultWallet } = terms
  return {
    fee_flat_minor: String(feePlan.flatMinor),
    fee_bps: feePlan.bps,
    fee_cap_minor: text(feePlan.capMinor),
    default_wallet: defaultWallet === null ? null : `${defaultWallet.network} ${defaultWallet.address}`,
    daily_limit_minor: text(terms.dailyLimitMinor),
    velocity_hour_minor: text(terms.velocityHourMinor),
    velocity_wallet_day_minor: text(terms.velocityWalletDayMinor),
    tolerance_minor: String(terms.toleranceMinor),
    may_hold_balance: terms.mayHoldBalance,
    may_number_customers: terms.mayNumberCustomers,
    losses: losses.map((loss) => ({
      vendor: loss.vendor,
      amount_minor: String(loss.amountMinor),
      fee_minor: String(loss.feeMinor),
      cost_minor: String(loss.costMinor),
    })),
    lost_minor: lost === undefined ? null : String(lost.marginMinor),
  }
}
