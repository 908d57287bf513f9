import type { Command } from 'commander'
import {
  type FloatKind,
  type FloatPlace,
  runwayMs,
  selectFloat,
} from '../../../movements/treasury/float-store.ts'
import { formatGas, formatNaira } from '../amounts.ts'
import type { OpsSession } from '../ops-session.ts'
import { formatAge, formatDuration, formatTableWithNotes } from '../terminal-text.ts'

export function addFloatCommand(ops: Command, session: OpsSession): void {
  ops
    .command('float')
    .description('show our funds: booked, actual, in flight, reserved, and how long they last')
    .option('--json', 'print JSON with amounts in kobo as text')
    .action(async ({ json }: { json?: true }) => {
      await session.run(async ({ pool, clock }) => {
        const places = await selectFloat(pool)
        if (json === true) session.print(...JSON.stringify(places.map(toJson), undefined, 2).split('\n'))
        else session.print(...formatFloat(places, clock.now()))
      })
    })
}

function toJson(place: FloatPlace) {
  const ms = runwayMs(place)
  const text = (value: bigint | null): string | null => value?.toString() ?? null
  return {
    kind: place.kind,
    mode: place.mode,
    place: place.place,
    id: place.id,
    state: place.state,
    ledger_minor: text(place.ledgerMinor),
    world_minor: text(place.worldMinor),
    world_at: place.worldAt,
    in_flight_minor: text(place.inFlightMinor),
    promised_minor: text(place.promisedMinor),
    hour_minor: text(place.hourMinor),
    runway_seconds: isSpent(place) && ms !== undefined ? Number(ms / 1000n) : null,
    says: describeRunway(place),
    gas: place.gas && {
      asset: place.gas.asset,
      booked_units: text(place.gas.bookedUnits),
      world_units: text(place.gas.worldUnits),
    },
  }
}

function isSpent({ kind }: FloatPlace): boolean {
  return kind === 'lane' || kind === 'payout_account'
}

const columns = [
  { title: 'place', width: 30 },
  { title: 'in the books', width: 20, isRight: true },
  { title: 'in flight', width: 16, isRight: true },
  { title: 'reserved', width: 16, isRight: true },
  { title: 'last hour', width: 16, isRight: true },
]
const WEEK_MS = 604_800_000n

const titles: Readonly<Record<FloatKind, string>> = {
  lane: 'Lanes: tokens we send from',
  deposits: 'Deposit addresses: tokens not swept yet',
  payout_account: 'Payout accounts: naira we pay from',
  collection_account: 'Collection accounts: naira we receive',
}

/** Lists our balances by kind of place, and how long each lasts. */
function formatFloat(places: readonly FloatPlace[], now: Date): string[] {
  if (places.length === 0) return ['There are no lanes and no accounts.']
  return (Object.keys(titles) as FloatKind[]).flatMap((kind) => {
    const own = places.filter((place) => place.kind === kind)
    if (own.length === 0) return []
    return [
      titles[kind],
      ...formatTableWithNotes(
        columns,
        own.map((place) => toRow(place, now)),
      ),
      '',
    ]
  })
}

function toRow(place: FloatPlace, now: Date) {
  const state = place.state === 'active' ? [] : [place.state]
  const words = [...state, describeWorldBalance(place, now), ...describeGas(place), describeRunway(place)]
  return {
    cells: [
      `${place.mode}:${place.place}`,
      formatNaira(place.ledgerMinor),
      formatNaira(place.inFlightMinor),
      formatNaira(place.promisedMinor),
      formatNaira(place.hourMinor),
    ],
    notes: [`    ${words.join('; ')}`],
  }
}

/** Describes the runway in plain words: "empty in 3 h at this rate". */
function describeRunway(place: FloatPlace): string {
  if (place.kind === 'deposits') return place.ledgerMinor === 0n ? 'nothing to sweep' : 'to be swept'
  if (place.kind === 'collection_account')
    return place.hourMinor === 0n ? 'no credits in the last hour' : 'received credits in the last hour'
  const ms = runwayMs(place)
  if (ms === undefined) return 'no debits in the last hour'
  if (ms === 0n) return 'nothing is available: empty now'
  if (ms > WEEK_MS) return 'lasts more than a week at this rate'
  return `empty in ${formatDuration(Number(ms))} at this rate`
}

function describeWorldBalance({ kind, worldMinor, worldAt }: FloatPlace, now: Date): string {
  if (worldAt === null) return kind === 'collection_account' ? 'no statement yet' : 'not read yet'
  const ago = `${formatAge(worldAt, now)} ago`
  if (worldMinor === null) return `read ${ago}`
  return `${formatNaira(worldMinor)} ${worldNames[kind]} ${ago}`
}

const worldNames: Readonly<Record<FloatKind, string>> = {
  lane: 'on the chain',
  deposits: 'on the chain',
  payout_account: 'at the vendor',
  collection_account: "by the bank's statement",
}

function describeGas({ kind, gas }: FloatPlace): string[] {
  if (gas === null || gas.worldUnits === null) return []
  const amount = formatGas(gas.asset, gas.worldUnits)
  if (kind === 'deposits') return [`the sweeper has ${amount}`]
  if (gas.eachUnits === null || gas.eachUnits === 0n) return [amount]
  return [`${amount} for at least ${gas.worldUnits / gas.eachUnits} transfers`]
}
