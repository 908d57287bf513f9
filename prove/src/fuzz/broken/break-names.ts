import { type Draft, withDraftHeader, withField, withoutFields } from '../requests/draft.ts'
import { walletAddress } from '../requests/wallet-address.ts'
import type { Vendor } from '../world.ts'
import type { MeaningBreak } from './meaning-break.ts'

const text = (draft: Draft, field: string, value: string) => withField(draft, field, JSON.stringify(value))

const vendor = (draft: Draft, { name, bank, number }: Vendor) =>
  text(text(text(draft, 'vendor_name', name), 'vendor_bank', bank), 'vendor_number', number)

export const businessBreaks: readonly MeaningBreak[] = [
  {
    name: "another's business_id",
    status: 403,
    code: 'business_mismatch',
    field: 'business_id',
    apply: (draft, { world }) => {
      const other = world.parties.find(({ businessId }) => businessId !== draft.party.businessId)
      return text(draft, 'business_id', other?.businessId ?? 'biz_x')
    },
  },
  {
    name: "another's link_tag",
    status: 403,
    code: 'business_mismatch',
    apply: (draft, { world }) => {
      const other = world.parties.find(({ linkTag }) => linkTag !== draft.party.linkTag)
      return text(draft, 'link_tag', other?.linkTag ?? 'x')
    },
  },
  {
    name: 'business_id in capitals',
    status: 403,
    code: 'business_mismatch',
    apply: (draft) => text(draft, 'business_id', draft.party.businessId.toUpperCase()),
  },
]

export const vendorBreaks: readonly MeaningBreak[] = [
  ...(['vendor_name', 'vendor_bank', 'vendor_number'] as const).map((field) => ({
    name: `${field} of no account`,
    code: 'unknown_vendor',
    field: 'vendor_number',
    apply: (draft: Draft) => text(draft, field, field === 'vendor_number' ? '9999999999' : 'Nobody at all'),
  })),
  {
    name: 'a frozen account',
    code: 'unknown_vendor',
    field: 'vendor_number',
    mode: 'test',
    apply: (draft, { world }) => vendor(draft, world.frozenVendor),
  },
  {
    name: "another business's dedicated account",
    code: 'unknown_vendor',
    field: 'vendor_number',
    mode: 'test',
    apply: (draft, { world }) => {
      const known = new Set(draft.party.vendors.map(({ number }) => number))
      const theirs = world.parties.filter(({ mode }) => mode === 'test').flatMap(({ vendors }) => vendors)
      return vendor(draft, theirs.find(({ number }) => !known.has(number)) ?? world.frozenVendor)
    },
  },
  {
    name: 'a test account with a live key',
    code: 'test_vendor_with_live_key',
    field: 'vendor_number',
    mode: 'live',
    apply: (draft, { world }) => {
      const [shared] = world.parties.find(({ mode }) => mode === 'test')?.vendors ?? []
      return vendor(draft, shared ?? world.frozenVendor)
    },
  },
]

export const bankBreaks: readonly MeaningBreak[] = [
  {
    name: 'an unknown bank',
    code: 'bank_unknown',
    field: 'bank_name',
    apply: (draft, { random }) => text(draft, 'bank_name', `Zq${random.text(12, 'xzqjv')}`),
  },
  {
    name: 'a name that several banks share',
    code: 'bank_ambiguous',
    field: 'bank_name',
    apply: (draft, { world, random }) => text(draft, 'bank_name', random.pick(world.ambiguousBanks)),
  },
]

/** Requests that are not available yet, or not to this key. Only for sells. */
export const liveBreaks: readonly MeaningBreak[] = [
  {
    name: 'from a wallet in live mode',
    code: 'deposits_not_open',
    mode: 'live',
    apply: (draft, { random }) =>
      text(text(draft, 'network', 'Polygon'), 'wallet_address', walletAddress(random, 'Polygon')),
  },
  {
    name: 'from a wallet on a network without deposits',
    code: 'deposits_not_open',
    mode: 'test',
    apply: (draft, { random }) =>
      text(text(draft, 'network', 'Stellar'), 'wallet_address', walletAddress(random, 'Stellar')),
  },
  {
    name: 'from a balance of a business that may not hold one',
    code: 'wallet_required',
    mode: 'live',
    apply: (draft) => withoutFields(draft, 'network', 'wallet_address'),
  },
  {
    name: 'from the balance with a key without the scope payouts',
    status: 403,
    code: 'scope_missing',
    mode: 'test',
    apply: (draft, { world }) =>
      withDraftHeader(
        withoutFields(draft, 'network', 'wallet_address'),
        'svc-sec-key',
        world.poorKeys.withoutPayouts,
      ),
  },
]
