import { networkNames } from '@afara/server/kernel/networks.ts'
import { buyBounds, sellBounds } from '@afara/server/records/limits/transaction-bounds.ts'
import { DIGITS, LETTERS, type Random } from '../random.ts'
import type { Party, World } from '../world.ts'
import { amountJson, type Bounds, someAmount } from './amount.ts'
import { depositNetworks, walletAddress } from './wallet-address.ts'

/** Context of a request: the party, the path, and a label that no other request of the run has. */
export type Occasion = Readonly<{ world: World; party: Party; path: string; label: string; random: Random }>

const PAY_LINKS = '/pay-links/v1'
const EXPECTED = '/transactions/v1/onramp/expected'
const LONGEST_REFERENCE = 64
const REFERENCE = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}._-`

/** Returns consistent fields of a body, as JSON text. Optional fields are sometimes left out. */
export function fieldValues(occasion: Occasion): ReadonlyMap<string, string> {
  if (occasion.path.startsWith('/sandbox/')) return sandboxValues(occasion)
  if (occasion.path.startsWith('/webhooks/')) return webhookValues(occasion)
  const { world, party, label, random } = occasion
  const path = realPath(occasion.path)
  const vendor = random.pick(party.vendors)
  const values = new Map<string, unknown>([
    ['business_id', party.businessId],
    ['link_tag', party.linkTag],
    ['vendor_name', vendor.name],
    ['vendor_bank', vendor.bank],
    ['vendor_number', vendor.number],
    ['bank_name', random.pick(world.banks)],
    ['account_number', random.text(10, DIGITS)],
  ])
  if (!random.oneIn(3)) values.set('account_name', personName(random))
  if (!random.oneIn(3)) values.set('reference', reference(label, random))
  // Deposits and withdrawals use the same networks.
  const isOfTokens = path.endsWith('/offramp') || path.endsWith('/withdrawals')
  const isLink = isOfWholeNaira(path)
  if (!isLink && (!party.holdsBalance || path.endsWith('/withdrawals') || random.oneIn(2))) {
    const network = random.pick(isOfTokens ? depositNetworks : networkNames)
    values.set('network', random.pick([network, network.toLowerCase(), network.toUpperCase()]))
    values.set('wallet_address', walletAddress(random, network))
  }
  const texts = [...values].map(([name, value]) => [name, JSON.stringify(value)] as const)
  const amount = isLink ? wholeAmount(random) : someAmount(random, boundsOf(path))
  return new Map([...texts, ['amount', amountJson(random, amount)]])
}

/** Returns a payment into a test account. */
function sandboxValues({ world, party, path, random }: Occasion): ReadonlyMap<string, string> {
  const values = [
    ['business_id', party.businessId],
    ['link_tag', party.linkTag],
    ['bank_name', random.pick(world.banks)],
    ['account_number', random.text(10, DIGITS)],
    ...(random.oneIn(3) ? [] : [['account_name', personName(random)] as const]),
  ] as const
  const amount = someAmount(random, boundsOf(path))
  return new Map([
    ...values.map(([name, value]) => [name, JSON.stringify(value)] as const),
    ['amount', amountJson(random, amount)],
  ])
}

/** Returns a new endpoint for each request, and the first few events to resend. */
function webhookValues({ label, random }: Occasion): ReadonlyMap<string, string> {
  return new Map([
    ['url', JSON.stringify(endpointUrl(label))],
    ['from_number', '1'],
    ['to_number', String(random.between(1, 3))],
  ])
}

/** Returns a URL on this machine where nothing listens. */
export function endpointUrl(name: string): string {
  return `http://127.0.0.1:1025/${name}`
}

/** A preview has the same body as the real request. */
function realPath(path: string): string {
  return path.replace(/\/preview$/, '')
}

/** Reports whether the amount must be in whole naira. The service adds kobo to a pay link. */
export function isOfWholeNaira(path: string): boolean {
  return path === PAY_LINKS || path === EXPECTED
}

/** Returns whole naira that rarely repeat, because a business may have only a few open links of one amount. */
function wholeAmount(random: Random): bigint {
  return buyBounds.minimum.minor + BigInt(random.below(1_000_000)) * 100n
}

/** Returns a reference of any allowed length. */
function reference(label: string, random: Random): string {
  const room = LONGEST_REFERENCE - label.length - 1
  const text = random.text(random.oneIn(5) ? room : random.below(20), REFERENCE)
  // A reply repeats it, and "pg_" looks like a name of the database's own.
  return `${label}-${text.replaceAll(/pg_/gi, 'pg-')}`
}

/** Returns the limits of one transaction at this path. */
export function boundsOf(path: string): Bounds {
  // A mistaken payment may have any amount.
  if (/^\/sandbox\/v1\/(payments|deposits)$/.test(path)) return { least: 100n, most: buyBounds.maximum.minor }
  const isBuy = realPath(path).endsWith('/onramp') || isOfWholeNaira(path) || path.startsWith('/sandbox/')
  const { minimum, maximum } = isBuy ? buyBounds : sellBounds
  return { least: minimum.minor, most: maximum.minor }
}

const names = [
  'ADA OBI',
  'Adé́tòkunbọ̀ Ọláyínká',
  "Chukwuemeka O'Neill-Okafor",
  'AISHA  BINTI MUSA',
  '李 小龙',
  'José Ñandú & Sons (Nig.) Ltd.',
  '𝒯𝑒𝓈𝓉 🙂',
  'محمد علي',
  'x',
  '"quoted" \\ back/slash',
  'N'.repeat(200),
  // Two hundred characters of several bytes each.
  '💸'.repeat(200),
]

function personName(random: Random): string {
  return random.pick(names)
}
