import { askJson } from '../../http/ask-json.ts'
import { type BookedLane, readBookedLanes, readBookedSweeper, withBookedDeposits } from '../books.ts'
import { simulatedStellar } from '../simulated-networks.ts'
import { noStandIns, type StandIns } from '../stand-in-wallets.ts'

type Ledger = Readonly<{ sequence: number; hash: string }>

const DECIMALS = 7
const { asset, issuer, customer, sweeperBase, name } = simulatedStellar

type Channels = typeof simulatedStellar.channels

/**
 * Makes a new Stellar network match the ledger: creates the issuer, funds the lane with its float and lumens, sets the sequence numbers
 * of its channels (they hold only the minimum reserve of lumens), and funds the shared deposit account of sells. A network that has the
 * issuer was prepared before and is left unchanged. `databaseUrl` connects as the owner.
 */
export async function fundStellar(
  databaseUrl: string,
  url: string,
  { spell }: StandIns = noStandIns,
): Promise<void> {
  if ((await fetch(`${url}/accounts/${issuer}`)).ok) return
  await turn(url, 'accounts', { id: issuer, xlm: '1000000' })
  const channels = simulatedStellar.channels.map((channel) => ({
    ...channel,
    address: spell(channel.address),
  }))
  const sweeper = spell(simulatedStellar.sweeper)
  for (const lane of await readBookedLanes(databaseUrl, simulatedStellar)) await fundLane(url, lane, channels)
  const { nonce, gasUnits } = await readBookedSweeper(databaseUrl, simulatedStellar)
  await turn(url, 'accounts', {
    id: sweeper,
    xlm: amountOf(gasUnits + reserveOf(2n)),
    sequence: (nonce === undefined ? sweeperBase : nonce - 1n).toString(),
    // Makes senders' wallets refuse a payment without a memo.
    data: { 'config.memo_required': '1' },
  })
  await turn(url, 'accounts', { id: customer, xlm: '100' })
  for (const account of [sweeper, customer]) await turn(url, 'trustlines', { account, asset })
  await withBookedDeposits(databaseUrl, name, async ({ cursor, held, heldInQuarantine, moveCursor }) => {
    if (cursor === undefined) return
    const units = (await held()).reduce((sum, deposit) => sum + deposit.units, await heldInQuarantine())
    await turn(url, 'trustlines', { account: sweeper, asset, balance: amountOf(units) })
    const { _embedded: embedded } = (await askJson(`${url}/ledgers?order=desc&limit=1`, {})) as {
      _embedded: { records: [Ledger] }
    }
    const [latest] = embedded.records
    await moveCursor({ block: BigInt(latest.sequence), hash: latest.hash })
  })
}

/** The lane pays the fees of all its channels. */
async function fundLane(url: string, lane: BookedLane, channels: Channels): Promise<void> {
  await turn(url, 'accounts', { id: lane.address, xlm: amountOf(lane.gasUnits + reserveOf(1n)) })
  const units = lane.tokensMinor * 10n ** BigInt(DECIMALS - 2)
  await turn(url, 'trustlines', { account: lane.address, asset, balance: amountOf(units) })
  for (const [place, { address, base }] of channels.entries())
    await turn(url, 'accounts', {
      id: address,
      xlm: amountOf(reserveOf(0n)),
      sequence: (base + usedOf(lane, BigInt(place), BigInt(channels.length))).toString(),
    })
}

/** Returns how many sequence numbers of a channel were used: those before its first pending lock. Lock k is on channel k modulo `count`. */
function usedOf({ nextLock, locksOut }: BookedLane, place: bigint, count: bigint): bigint {
  const first = locksOut.find((lock) => lock % count === place) ?? nextLock
  return first <= place ? 0n : (first - place + count - 1n) / count
}

/** Returns the reserve of an account: one lumen, and half a lumen for each trust line and data entry. */
function reserveOf(entries: bigint): bigint {
  return (2n + entries) * 5_000_000n
}

function amountOf(units: bigint): string {
  const text = units.toString().padStart(DECIMALS + 1, '0')
  return `${text.slice(0, -DECIMALS)}.${text.slice(-DECIMALS)}`
}

async function turn(url: string, knob: string, body: object): Promise<void> {
  await askJson(`${url}/admin/${knob}`, {}, body)
}
