import { createHorizonSimulator } from '@afara/simulators/horizon/horizon-simulator.ts'
import type { Asset } from '@stellar/stellar-sdk/base'

/** A Stellar network that accounts can be opened on. */
export type StellarGround = Readonly<{
  url: string
  /** With lumens, and with a trustline where an asset is named. */
  open(address: string, asset?: Asset): Promise<void>
  give(address: string, asset: Asset, amount: string): Promise<void>
  sequenceOf(address: string): Promise<bigint>
  unitsOf(address: string, asset: Asset): Promise<bigint>
  /** Hands an envelope over, past every proxy. Throws when it is refused. */
  submit(envelope: string): Promise<void>
  close(ledgers: number): Promise<void>
  /** A knob of the simulator. */
  turn(path: string, body: object, method?: 'POST' | 'PATCH' | 'DELETE'): Promise<void>
  stop(): Promise<void>
}>

type ShownAccount = Readonly<{
  sequence: string
  balances: ReadonlyArray<Readonly<{ asset_code?: string; asset_issuer?: string; balance: string }>>
}>

export async function raiseSimulatedStellar(passphrase: string): Promise<StellarGround> {
  const app = createHorizonSimulator({ passphrase, ledgerEveryMs: 0 })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const turn: StellarGround['turn'] = async (path, body, method = 'POST') => {
    const headers = { 'content-type': 'application/json' }
    const request = { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${url}/admin${path}`, request)
    if (!response.ok)
      throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`)
  }
  const show = async (address: string): Promise<ShownAccount> => {
    const response = await fetch(`${url}/accounts/${address}`)
    if (!response.ok) throw new Error(`there is no account ${address}`)
    return (await response.json()) as ShownAccount
  }
  return {
    url,
    open: async (address, asset) => {
      await turn('/accounts', { id: address, xlm: '100' })
      if (asset !== undefined) await turn('/trustlines', { account: address, asset: asset.toString() })
    },
    give: async (address, asset, amount) =>
      turn('/trustlines', { account: address, asset: asset.toString(), balance: amount }),
    sequenceOf: async (address) => BigInt((await show(address)).sequence),
    unitsOf: async (address, asset) => {
      const { balances } = await show(address)
      const line = balances.find(
        ({ asset_code, asset_issuer }) =>
          asset_code === asset.getCode() && asset_issuer === asset.getIssuer(),
      )
      return BigInt((line?.balance ?? '0.0000000').replace('.', ''))
    },
    submit: async (envelope) => {
      const response = await fetch(`${url}/transactions_async`, {
        method: 'POST',
        body: new URLSearchParams({ tx: envelope }),
      })
      if (!response.ok) throw new Error(`it was not taken: ${await response.text()}`)
    },
    close: async (ledgers) => turn('/ledgers', { count: ledgers }),
    turn,
    stop: async () => app.close(),
  }
}
