import { formatMoney, money } from '../../../kernel/money/money.ts'
import { networkNamed } from '../../../kernel/networks.ts'
import { formatLane } from '../../../movements/transfers/lane-name.ts'
import type { LaneOverview } from '../../../movements/transfers/lane-overview-store.ts'
import { printNaira } from '../naira.ts'
import { printSpan, printTable, wrap } from '../terminal-text.ts'

const columns = [
  { title: 'lane', width: 18 },
  { title: 'state', width: 8 },
  { title: 'float in the books', width: 20, isRight: true },
  { title: 'waits', width: 6, isRight: true },
  { title: 'for', width: 18, isRight: true },
  { title: 'out', width: 4, isRight: true },
  { title: 'since', width: 6, isRight: true },
]

/** Under each lane what the chain shows, and what is wrong with it, if anything. */
export function laneLines(lanes: readonly LaneOverview[], now: Date): string[] {
  const [title = ''] = printTable(columns, [])
  if (lanes.length === 0) return ['There is no lane. Next: npm run admin -- lane open --help']
  const stopped = lanes.find(({ state, isAbandoned }) => state !== 'active' && !isAbandoned)
  return [
    title,
    ...lanes.flatMap((lane) => [
      ...printTable(columns, [cells(lane, now)]).slice(1),
      `    ${lane.address}, ${onChain(lane, now)}`,
      ...(lane.shortOf === null ? [] : [`    has not enough for what waits: ${short(lane)}`]),
      ...(lane.haltedBecause === null
        ? []
        : wrap(`${lane.isAbandoned ? 'given up' : 'halted'}: ${lane.haltedBecause}`, '    ')),
    ]),
    '',
    stopped === undefined
      ? 'Next: nothing. To stop one: npx afara ops lane halt <lane> --reason "…"'
      : `Next, when it is understood: npx afara ops lane resume ${formatLane(stopped)} --reason "…"`,
  ]
}

/** Tokens that are in the wallet and not in the books only have to be booked. */
function short(lane: LaneOverview): string {
  if (lane.shortOf !== 'float') return String(lane.shortOf)
  return `float in the books: npx afara ops lane top-up ${formatLane(lane)} --tokens … --reason "…"`
}

function cells(lane: LaneOverview, now: Date): string[] {
  return [
    formatLane(lane),
    lane.state,
    printNaira(lane.floatMinor),
    String(lane.waitingCount),
    printNaira(lane.waitingMinor),
    String(lane.outCount),
    lane.outSince === null ? '' : printSpan(now.getTime() - lane.outSince.getTime()),
  ]
}

function onChain({ network, tokensMinor, gasUnits, readAt }: LaneOverview, now: Date): string {
  if (tokensMinor === null || gasUnits === null || readAt === null) return 'not read on the chain yet'
  const asset = networkNamed(network).gasAsset
  const age = printSpan(now.getTime() - readAt.getTime())
  return `on the chain ${age} ago: ${printNaira(tokensMinor)} and ${shorten(formatMoney(money(asset, gasUnits)))} ${asset}`
}

/** Of gas, four decimals are enough for a person. */
function shorten(decimal: string): string {
  const [whole = '', decimals = ''] = decimal.split('.')
  return decimals === '' ? whole : `${whole}.${decimals.slice(0, 4)}`
}
