import type { Asset } from '@stellar/stellar-sdk/base'

/** Reads a Horizon directly, without a proxy or our own code. */
export type HorizonReader = Readonly<{
  sequenceOf(address: string): Promise<bigint>
  unitsOf(address: string, asset: Asset): Promise<bigint>
  /** Balance in stroops. */
  lumensOf(address: string): Promise<bigint>
  newestLedger(): Promise<number>
  /** Submits an envelope. Throws if it is refused. */
  submit(envelope: string): Promise<void>
}>

type ShownAccount = Readonly<{
  sequence: string
  balances: ReadonlyArray<
    Readonly<{ asset_type: string; asset_code?: string; asset_issuer?: string; balance: string }>
  >
}>

export function createHorizonReader(url: string): HorizonReader {
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${url}${path}`)
    if (!response.ok) throw new Error(`${path} got ${response.status}`)
    return (await response.json()) as T
  }
  return {
    sequenceOf: async (address) => BigInt((await read<ShownAccount>(`/accounts/${address}`)).sequence),
    unitsOf: async (address, asset) => {
      const { balances } = await read<ShownAccount>(`/accounts/${address}`)
      const line = balances.find(
        (one) => one.asset_code === asset.getCode() && one.asset_issuer === asset.getIssuer(),
      )
      return BigInt((line?.balance ?? '0.0000000').replace('.', ''))
    },
    lumensOf: async (address) => {
      const { balances } = await read<ShownAccount>(`/accounts/${address}`)
      const native = balances.find((one) => one.asset_type === 'native')
      return BigInt((native?.balance ?? '0.0000000').replace('.', ''))
    },
    newestLedger: async () => (await read<{ history_latest_ledger: number }>('/')).history_latest_ledger,
    submit: async (envelope) => {
      const response = await fetch(`${url}/transactions_async`, {
        method: 'POST',
        body: new URLSearchParams({ tx: envelope }),
      })
      if (!response.ok) throw new Error(`it was not taken: ${await response.text()}`)
    },
  }
}
