import { Type } from 'typebox'
import type { Mode } from '../../../kernel/mode.ts'
import { formatMoney, money, parseMoney } from '../../../kernel/money/money.ts'
import type { NetworkName } from '../../../kernel/networks.ts'
import type { WalletAddressRules } from '../../../movements/transfers/wallet-address.ts'
import type { AgreedTerms } from '../../../records/businesses/business-terms.ts'
import { MOST_LOGO_BYTES } from '../../../records/businesses/logo.ts'
import type { Look } from '../../../records/businesses/look-store.ts'
import { closedObject, namedObject } from '../../http/object-schemas.ts'
import { textReply } from '../../http/reply-fields.ts'
import { textField, walletFields } from '../../http/request-fields.ts'
import { AssertionWire } from '../credential-wire.ts'

const maybe = (schema: ReturnType<typeof Type.String>, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const WalletWire = namedObject('DefaultWallet', {
  network: textReply('The network.', 'Polygon'),
  wallet_address: textReply('The address.', '0x8ba1f109551bD432803012645Ac136ddd64DBA72'),
})
const maybeWallet = (description: string) => Type.Union([WalletWire, Type.Null()], { description })

export const SettingsWire = namedObject('Settings', {
  colour: maybe(Type.String(), 'The colour of the pay page, such as #1d4fb8; null: ours.'),
  has_logo: Type.Boolean({ description: 'Whether the pay page shows a logo.', examples: [false] }),
  test_wallet: maybeWallet('Where tokens of buys go in test mode that name no wallet; null: to the balance.'),
  live_wallet: maybeWallet('The same in live mode. Two operators of Afara change it.'),
  test_tolerance: textReply('By how many naira a payment in test mode may differ from its amount.', '1'),
  live_tolerance: textReply('The same in live mode.', '1'),
})

export const settingsExample = {
  colour: '#1d4fb8',
  has_logo: false,
  test_wallet: { network: 'Polygon', wallet_address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72' },
  live_wallet: null,
  test_tolerance: '1',
  live_tolerance: '1',
}

type Settings = Readonly<{ look: Look; test: AgreedTerms | undefined; live: AgreedTerms | undefined }>

export function toSettings(rules: WalletAddressRules, { look, test, live }: Settings) {
  return {
    colour: look.colour,
    has_logo: look.logo !== null,
    test_wallet: toWallet(rules, test),
    live_wallet: toWallet(rules, live),
    test_tolerance: toTolerance(test),
    live_tolerance: toTolerance(live),
  }
}

const USUAL_TOLERANCE_MINOR = 100n

/** A business that is not live yet begins with one naira. */
function toTolerance(terms: AgreedTerms | undefined): string {
  return formatMoney(money('NGN', terms?.toleranceMinor ?? USUAL_TOLERANCE_MINOR))
}

export function readTolerance({ mode, tolerance }: Readonly<{ mode: Mode; tolerance: string }>) {
  return { mode, tolerance: parseMoney(tolerance, 'NGN') }
}

function toWallet(rules: WalletAddressRules, terms: AgreedTerms | undefined) {
  const wallet = terms?.defaultWallet ?? null
  if (wallet === null) return null
  const { shown } = rules.tell(wallet.network as NetworkName, wallet.address)
  return { network: wallet.network, wallet_address: shown }
}

export const LookBody = closedObject({
  colour: Type.Optional(maybe(textField('A colour.', ['#1d4fb8'], 20), 'Such as #1d4fb8; null: ours.')),
  logo: Type.Optional(
    maybe(
      Type.String({ maxLength: Math.ceil((MOST_LOGO_BYTES * 4) / 3) + 4, pattern: '^[A-Za-z0-9+/]+=*$' }),
      'A square PNG in base64; null: none.',
    ),
  ),
})

export const WalletBody = closedObject(walletFields)
export const SignedWalletBody = closedObject({
  ...walletFields,
  change_id: textField('The id from the first step.', ['chg_01a1dcc264cc7ab5819881f76f5e96ba'], 60),
  credential: AssertionWire,
})

const toleranceFields = {
  mode: Type.Enum(['test', 'live'], {
    description: 'The mode whose payments it is about.',
    examples: ['test'],
  }),
  tolerance: Type.String({
    description: 'Naira as text, from 0 to 1000.',
    pattern: '^(1000(\\.00?)?|[0-9]{1,3}(\\.[0-9]{1,2})?)$',
    examples: ['1.00'],
  }),
}
export const ToleranceBody = closedObject(toleranceFields)
export const SignedToleranceBody = closedObject({
  ...toleranceFields,
  change_id: textField('The id from the first step.', ['chg_01a1dcc264cc7ab5819881f76f5e96ba'], 60),
  credential: AssertionWire,
})
