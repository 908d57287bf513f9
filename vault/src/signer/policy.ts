import { type AskAbove, readAskAbove } from '../shared/live-rules.ts'
import { sayTokens } from '../shared/money/say-amount.ts'
import { createSettingReader, isFields, readOperatorsRoot, readUncaused } from '../shared/settings.ts'
import { refuseUnless } from './answers.ts'
import { familyOf } from './families/families.ts'
import type { Family, LaneChain, SweeperChain } from './families/family.ts'
import type { Journal } from './journal/journal.ts'

/** Limits of one of our wallets. A transfer that no entry of the policy allows is refused. */
export type LanePolicy = Readonly<{
  mode: 'live' | 'test'
  network: string
  /** The lane's number in the ledger, if the policy fixes it. */
  number: number | undefined
  /** In the spelling of its family. */
  address: string
  family: Family
  /** Reads the lane's bytes. */
  chain: LaneChain
  perTransferMinor: bigint
  perHourMinor: bigint
  perDayMinor: bigint
  /** Limit on the first day of a wallet that was never paid before. */
  firstSeenMinor: bigint
  /** Above these amounts, per transfer and per hour, the bank itself must confirm the credits of a buy. Undefined: it is never asked. */
  askAbove: AskAbove | undefined
}>

/** Limits of the wallet that sweeps one network: it sends tokens to the destination in the policy, at a limited cost. */
export type SweeperPolicy = Readonly<{
  mode: 'live' | 'test'
  network: string
  /** In the spelling of its family. */
  address: string
  family: Family
  /** Builds the sweeper's transactions. */
  chain: SweeperChain
  /** Limit per transaction, in the network's smallest units. */
  maxCost: bigint
  maxSalts: number
  perHour: bigint
}>

export type Policy = Readonly<{
  /** Hash of the first statement of the operators file. */
  operatorsRoot: string
  /** The tokens that each business may have without a cause in test mode. */
  uncausedTestMinor: bigint
  lanes: readonly LanePolicy[]
  /** At most one per network, because a second sweeper would bring no advantage and need its own gas. */
  sweepers: readonly SweeperPolicy[]
  findSweeper(place: Readonly<{ mode: string; network: string }>): SweeperPolicy | undefined
  find(lane: Readonly<{ mode: string; network: string; address: string }>): LanePolicy | undefined
  /** Tells whether an address is one of our wallets, tokens or contracts, which are never valid destinations. */
  isOurs(address: string): boolean
}>

type Line = Pick<LanePolicy, 'mode' | 'network' | 'address'> &
  Readonly<{ chain: Pick<LaneChain, 'chain' | 'wallets'> }>

const LANE_SETTINGS =
  'family mode network number decimals address key per_transfer_minor per_hour_minor per_day_minor first_seen_minor ask_above_minor ask_above_hour_minor'.split(
    ' ',
  )

const SWEEPER_SETTINGS = 'family mode network address key max_cost max_salts per_hour'.split(' ')

/** Reads the policy file. A missing, invalid or unknown setting throws: a misspelt cap would not be enforced. */
export function readPolicy(text: string): Policy {
  const file: unknown = JSON.parse(text)
  const { operators_root, lanes, sweepers = [], uncaused_test_minor, ...rest } = isFields(file) ? file : {}
  if (!Array.isArray(lanes) || !Array.isArray(sweepers) || Object.keys(rest).length > 0)
    throw new Error('the policy must be {"operators_root": "…", "lanes": […], "sweepers": […]}')
  return {
    operatorsRoot: readOperatorsRoot(operators_root),
    uncausedTestMinor: readUncaused(uncaused_test_minor),
    ...createPolicy(lanes.map(readLane), sweepers.map(readSweeper)),
  }
}

function readLane(given: unknown, place: number): LanePolicy {
  const family = familyOf(isFields(given) ? given.family : undefined)
  const names = new Set([...LANE_SETTINGS, ...family.laneSettings])
  const reader = createSettingReader(given, names, `lane ${place + 1} of the policy`)
  const { fields, text, whole, wrong } = reader
  const decimals = Number(whole('decimals'))
  if (decimals < 2 || decimals > 36) wrong('decimals must be 2 to 36')
  const address = family.spell(text('address', /./))
  return {
    mode: text('mode', /^(?:live|test)$/) as LanePolicy['mode'],
    network: text('network', /^[A-Z][A-Za-z]*$/),
    number: fields.number === undefined ? undefined : Number(whole('number')),
    address,
    family,
    chain: family.readLane({ address, key: text('key', /./), decimals }, reader),
    perTransferMinor: whole('per_transfer_minor'),
    perHourMinor: whole('per_hour_minor'),
    perDayMinor: whole('per_day_minor'),
    firstSeenMinor: whole('first_seen_minor'),
    askAbove: readAskAbove(reader),
  }
}

function createPolicy(
  lanes: readonly LanePolicy[],
  sweepers: readonly SweeperPolicy[],
): Omit<Policy, 'operatorsRoot' | 'uncausedTestMinor'> {
  const names = new Set(lanes.map(({ mode, network, address }) => `${mode}:${network}:${address}`))
  if (names.size !== lanes.length) throw new Error('the policy names a lane twice')
  const lines = [...lanes, ...sweepers]
  requireOwnChains(lines)
  requireOwnSweepers(lanes, sweepers)
  requireOwnWallets(lines)
  const ours = new Set(lines.flatMap(({ chain }) => chain.ours))
  return {
    lanes,
    sweepers,
    findSweeper: ({ mode, network }) =>
      sweepers.find((sweeper) => sweeper.mode === mode && sweeper.network === network),
    find: ({ mode, network, address }) =>
      lanes.find(
        (lane) =>
          lane.mode === mode && lane.network === network && lane.address === lane.family.spell(address),
      ),
    isOurs: (address) => ours.has(address),
  }
}

/** Requires that a chain is one network in one mode. Otherwise a test transfer on a live chain would pay real money. */
function requireOwnChains(lines: readonly Line[]): void {
  const places = new Map<string, string>()
  for (const { mode, network, chain } of lines) {
    const place = placeOf({ mode, network })
    const known = places.get(chain.chain) ?? place
    if (known !== place)
      throw new Error(
        `the policy names chain ${chain.chain} as ${known} and as ${place}. A chain belongs to one network in one mode`,
      )
    places.set(chain.chain, place)
  }
}

/** Requires that no sweeper uses a lane's wallet, because it would consume the lane's locks. */
function requireOwnSweepers(lanes: readonly LanePolicy[], sweepers: readonly SweeperPolicy[]): void {
  const wallets = new Set(lanes.flatMap(({ chain }) => chain.wallets.map(({ address }) => address)))
  if (sweepers.some(({ address }) => wallets.has(address)))
    throw new Error('the policy names a wallet as a sweeper and as a lane')
  const places = new Set(sweepers.map(placeOf))
  if (places.size !== sweepers.length) throw new Error('the policy names two sweepers of one network')
}

/** Requires that no wallet is listed twice, because its locks would be assigned twice. */
function requireOwnWallets(lines: readonly Line[]): void {
  const wallets = lines.flatMap((line) =>
    line.chain.wallets.map(({ address }) => `${placeOf(line)}:${address}`),
  )
  if (new Set(wallets).size !== wallets.length) throw new Error('the policy names a wallet twice')
}

function placeOf({ mode, network }: Readonly<{ mode: string; network: string }>): string {
  return `${mode}:${network}`
}

function readSweeper(given: unknown, place: number): SweeperPolicy {
  const family = familyOf(isFields(given) ? given.family : undefined)
  const names = new Set([...SWEEPER_SETTINGS, ...family.sweeperSettings])
  const reader = createSettingReader(given, names, `sweeper ${place + 1} of the policy`)
  const { text, whole, wrong } = reader
  const maxSalts = Number(whole('max_salts'))
  if (maxSalts < 1 || maxSalts > 200) wrong('max_salts must be 1 to 200')
  const address = family.spell(text('address', /./))
  return {
    mode: text('mode', /^(?:live|test)$/) as SweeperPolicy['mode'],
    network: text('network', /^[A-Z][A-Za-z]*$/),
    address,
    family,
    chain: family.readSweeper({ address, key: text('key', /./) }, reader),
    maxCost: whole('max_cost'),
    maxSalts,
    perHour: whole('per_hour'),
  }
}

/** Enforces the caps. Every signed transfer counts, because the signer does not know whether it was sent. */
export function requireWithinCaps(
  lane: LanePolicy,
  journal: Pick<Journal, 'spent' | 'paidToNewcomer'>,
  payment: Readonly<{ to: string; tokensMinor: bigint; atMs: number }>,
): void {
  const { tokensMinor, to, atMs } = payment
  const { hour, day } = journal.spent(lane, atMs)
  const within = (sum: bigint, most: bigint): boolean => sum + tokensMinor <= most
  refuseUnless(
    within(0n, lane.perTransferMinor),
    'over_transfer_cap',
    `above the limit of ${sayTokens(lane.perTransferMinor)} per transfer`,
  )
  refuseUnless(
    within(hour, lane.perHourMinor),
    'over_hour_cap',
    `above the limit of ${sayTokens(lane.perHourMinor)} per hour`,
  )
  refuseUnless(
    within(day, lane.perDayMinor),
    'over_day_cap',
    `above the limit of ${sayTokens(lane.perDayMinor)} per day`,
  )
  const newcomer = journal.paidToNewcomer(lane, to, atMs)
  refuseUnless(
    newcomer === undefined || within(newcomer, lane.firstSeenMinor),
    'over_first_day_cap',
    `above the limit of ${sayTokens(lane.firstSeenMinor)} on the first day of a wallet`,
  )
}
