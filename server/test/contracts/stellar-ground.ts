import { setTimeout as sleep } from 'node:timers/promises'
import { createHorizonSimulator } from '@afara/simulators/horizon/horizon-simulator.ts'
import { type Asset, Networks } from '@stellar/stellar-sdk/base'
import { createHorizonReader, type HorizonReader } from './horizon-reader.ts'

/** A Stellar network on which accounts can be opened. */
export type StellarGround = HorizonReader &
  Readonly<{
    url: string
    passphrase: string
    /** Deadline of the network's answers. */
    deadlineMs: number
    /** Opens an account with lumens. */
    fund(address: string): Promise<void>
    /** Waits until this many more ledgers are closed. */
    close(ledgers: number): Promise<void>
    stop(): Promise<void>
  }>

/** A network that closes ledgers on request and can have faults. */
export type SimulatedStellar = StellarGround &
  Readonly<{
    /** Opens an account, with a trustline if an asset is given. */
    open(address: string, asset?: Asset): Promise<void>
    give(address: string, asset: Asset, amount: string): Promise<void>
    turn(path: string, body: object, method?: 'POST' | 'PATCH' | 'DELETE'): Promise<void>
  }>

const RICH = '10000'

export async function raiseSimulatedStellar(): Promise<SimulatedStellar> {
  const passphrase = Networks.TESTNET
  const app = createHorizonSimulator({ passphrase, ledgerEveryMs: 0 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const turn: SimulatedStellar['turn'] = async (path, body, method = 'POST') => {
    const request = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetch(`${url}/admin${path}`, request)
    if (!response.ok)
      throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  }
  return {
    ...createHorizonReader(url),
    url,
    passphrase,
    deadlineMs: 4_000,
    fund: async (address) => turn('/accounts', { id: address, xlm: RICH }),
    open: async (address, asset) => {
      await turn('/accounts', { id: address, xlm: '100' })
      if (asset !== undefined) await turn('/trustlines', { account: address, asset: asset.toString() })
    },
    give: async (address, asset, amount) =>
      turn('/trustlines', { account: address, asset: asset.toString(), balance: amount }),
    close: async (ledgers) => turn('/ledgers', { count: ledgers }),
    turn,
    stop: async () => app.close(),
  }
}

/** Connects to an external network, such as the test network. It closes ledgers by itself, and its friendbot gives lumens. */
export async function reachStellar(url: string): Promise<StellarGround> {
  const { network_passphrase: passphrase, _links: links } = (await (await fetch(url)).json()) as {
    network_passphrase: string
    _links: { friendbot?: { href: string } }
  }
  const friendbot = links.friendbot?.href.replace(/\{.*$/, '')
  const reader = createHorizonReader(url.replace(/\/+$/, ''))
  return {
    ...reader,
    url: url.replace(/\/+$/, ''),
    passphrase,
    deadlineMs: 5_000,
    fund: async (address) => {
      if (friendbot === undefined) throw new Error('nobody gives lumens away on this network')
      const response = await fetch(`${friendbot}?addr=${address}`)
      if (!response.ok) throw new Error(`the friendbot said ${response.status}: ${await response.text()}`)
    },
    close: async (ledgers) => {
      const from = await reader.newestLedger()
      // A new transaction may have missed the ledger that is being closed.
      while ((await reader.newestLedger()) <= from + ledgers) await sleep(500)
    },
    stop: async () => {},
  }
}
