import { Client } from 'pg'
import { askChain } from './ask-chain.ts'
import { deployFactory, deployToken, mintTokens, readTokens } from './deploy-token.ts'
import { refillDeposits } from './refill-deposits.ts'
import { type SimulatedNetwork, SWEEPER_ADDRESS } from './simulated-networks.ts'

type LaneRow = Readonly<{ address: string; next_lock: string; tokens_minor: string; gas_units: string }>

// What the books say is in each wallet: the float, and what has left it in the books only. The gas of a network is one
// account, and its lanes share it.
const LANES = `
  select l.address,
    coalesce((select min(t.lock) from transfer t where t.lane_id = l.id and t.state in ('reserved', 'signed')), l.next_lock)
      as next_lock,
    coalesce((select b.amount_minor from balance b
      where b.mode = l.mode and b.kind = 'float' and b.owner = l.network || ':' || l.number and b.asset = 'NGNC'), 0)
      + coalesce((select sum(r.tokens_minor) from transfer t join transfer_right r on r.id = t.right_id
          where t.lane_id = l.id and t.state in ('reserved', 'signed')), 0) as tokens_minor,
    div(account_sum(l.mode, 'gas', l.network, $2), count(*) over ()) as gas_units
  from lane l where l.mode = 'test' and l.network = $1 order by l.number`

const SWEEPER = `
  select coalesce(min(w.nonce) filter (where w.state = 'signed'), max(w.nonce) + 1, 0) as nonce,
    greatest(0, account_sum('test', 'gas', $1 || ':sweeper', $2)) as gas_units
  from sweep w where w.mode = 'test' and w.network = $1`

/**
 * Makes a chain in memory what the books say it is: token and deposit factory are there, each lane holds its float, its gas
 * and its next lock, and each deposit address what came to it. So a stack whose chains ended with it goes on where its database is. What was still out is sent again.
 * `databaseUrl` is the owner's.
 */
export async function fundLanes(databaseUrl: string, network: SimulatedNetwork, url: string): Promise<void> {
  await deployToken(url, network.decimals)
  await deployFactory(url)
  for (const lane of await readLanes(databaseUrl, network)) {
    const units = BigInt(lane.tokens_minor) * 10n ** BigInt(network.decimals - 2)
    const missing = units - (await readTokens(url, lane.address))
    if (missing < 0n) throw new Error(`${lane.address} holds more on ${url} than the books say`)
    if (missing > 0n) await mintTokens(url, lane.address, missing)
    await askChain(url, 'anvil_setBalance', lane.address, hex(BigInt(lane.gas_units)))
    await askChain(url, 'anvil_setNonce', lane.address, hex(BigInt(lane.next_lock)))
  }
  await fundSweeper(databaseUrl, network, url)
  await refillDeposits(databaseUrl, network, url)
}

/** The wallet that sweeps has the gas that the books say, and the nonce of what is out. */
async function fundSweeper(databaseUrl: string, network: SimulatedNetwork, url: string): Promise<void> {
  const [row] = await query<{ nonce: string; gas_units: string }>(databaseUrl, SWEEPER, network)
  await askChain(url, 'anvil_setBalance', SWEEPER_ADDRESS, hex(BigInt(row?.gas_units ?? '0')))
  await askChain(url, 'anvil_setNonce', SWEEPER_ADDRESS, hex(BigInt(row?.nonce ?? '0')))
}

async function readLanes(databaseUrl: string, network: SimulatedNetwork): Promise<LaneRow[]> {
  return query<LaneRow>(databaseUrl, LANES, network)
}

async function query<Row extends object>(
  databaseUrl: string,
  text: string,
  { name, gasAsset }: SimulatedNetwork,
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, [name, gasAsset])).rows
  } finally {
    await client.end()
  }
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`
}
