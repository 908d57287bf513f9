import type { Command } from 'commander'
import { type FloatPlace, selectFloat } from '../../movements/treasury/float-store.ts'
import { runwayMs } from '../../movements/treasury/runway.ts'
import { describeRunway, floatLines } from './float-lines.ts'
import type { OpsSession } from './ops-session.ts'

export function addFloatCommand(ops: Command, session: OpsSession): void {
  ops
    .command('float')
    .description(
      'what we have where: in the books, in the world, on its way, promised, and how long it lasts',
    )
    .option('--json', 'for programs: amounts as texts of kobo')
    .action(async ({ json }: { json?: true }) => {
      await session.run(async ({ pool, clock }) => {
        const places = await selectFloat(pool)
        if (json === true) session.print(...JSON.stringify(places.map(toJson), undefined, 2).split('\n'))
        else session.print(...floatLines(places, clock.now()))
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
