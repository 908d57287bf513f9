import { networkNamed } from '../../../kernel/networks.ts'
import { formatLane, type LaneOverview } from '../../../movements/transfers/lane-overview-store.ts'
import { formatGas, formatNaira } from '../amounts.ts'
import { formatAge, formatTableWithNotes, wrapText } from '../terminal-text.ts'

const columns = [
  { title: 'lane', width: 18 },
  { title: 'state', width: 8 },
  { title: 'float in the books', width: 20, isRight: true },
  { title: 'queued', width: 6, isRight: true },
  { title: 'amount', width: 18, isRight: true },
  { title: 'sent', width: 4, isRight: true },
  { title: 'since', width: 6, isRight: true },
]

/** Shows below each lane its balances on the chain and any problem. */
export function formatLanes(lanes: readonly LaneOverview[], now: Date): string[] {
  if (lanes.length === 0) return ['There is no lane. Next: npx afara ops lane open --help']
  const stopped = lanes.find(({ state, isAbandoned }) => state !== 'active' && !isAbandoned)
  return [
    ...formatTableWithNotes(
      columns,
      lanes.map((lane) => ({ cells: toCells(lane, now), notes: formatNotes(lane, now) })),
    ),
    '',
    stopped === undefined
      ? 'Next: nothing. To stop one: npx afara ops lane halt <lane> --reason "…"'
      : `Next, after the investigation: npx afara ops lane resume ${formatLane(stopped)} --reason "…"`,
  ]
}

function formatNotes(lane: LaneOverview, now: Date): string[] {
  return [
    `    ${lane.address}, ${describeChainBalance(lane, now)}`,
    ...(lane.shortOf === null ? [] : [`    too little for what is queued: ${describeShortage(lane)}`]),
    ...(lane.haltedBecause === null
      ? []
      : wrapText(`${lane.isAbandoned ? 'abandoned' : 'halted'}: ${lane.haltedBecause}`, '    ')),
  ]
}

/** Describes what a lane is short of. Float is short in the ledger: tokens that are already in the wallet only need to be booked. */
function describeShortage(lane: LaneOverview): string {
  if (lane.shortOf !== 'float') return String(lane.shortOf)
  return `float in the books. If the tokens are in the wallet: npx afara ops lane top-up ${formatLane(lane)} --tokens … --reason "…"`
}

function toCells(lane: LaneOverview, now: Date): string[] {
  return [
    formatLane(lane),
    lane.state,
    formatNaira(lane.floatMinor),
    String(lane.waitingCount),
    formatNaira(lane.waitingMinor),
    String(lane.outCount),
    lane.outSince === null ? '' : formatAge(lane.outSince, now),
  ]
}

function describeChainBalance({ network, tokensMinor, gasUnits, readAt }: LaneOverview, now: Date): string {
  if (tokensMinor === null || gasUnits === null || readAt === null) return 'not read on the chain yet'
  const gas = formatGas(networkNamed(network).gasAsset, gasUnits)
  return `on the chain ${formatAge(readAt, now)} ago: ${formatNaira(tokensMinor)} and ${gas}`
}
