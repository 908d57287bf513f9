import { muxed } from './muxed.ts'

type Moved = Readonly<{ from: string; to: string; units: bigint; hash: string; innerHash: string }>
type Line = Readonly<{
  transaction: string
  inner_transaction: string
  from: string
  from_muxed?: string
  to: string
  to_muxed?: string
  asset: string
  units: string
  memo_type: string
  memo?: string
}>

/**
 * Returns every payment of the asset in a closed ledger, from the simulator's own record. For the shared account of sells, an id in the
 * memo equals an id in the address. If both are present and differ, the tokens belong to nobody.
 */
export async function readTransfers(
  url: string,
  { asset, shared }: Readonly<{ asset: string; shared: string }>,
): Promise<Moved[]> {
  const answer = await fetch(`${url}/admin/truth`, { signal: AbortSignal.timeout(30_000) })
  const lines = (await answer.text()).split('\n').filter((line) => line !== '')
  return lines
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => line.asset === asset)
    .map((line) => ({
      from: line.from_muxed ?? line.from,
      to: line.to === shared ? placeOf(line) : (line.to_muxed ?? line.to),
      units: BigInt(line.units),
      hash: line.transaction,
      innerHash: line.inner_transaction,
    }))
}

function placeOf({ to, to_muxed: named, memo_type, memo }: Line): string {
  const noted = memo_type === 'id' && memo !== undefined ? muxed(to, memo) : undefined
  if (named !== undefined && noted !== undefined && named !== noted) return to
  return named ?? noted ?? to
}
