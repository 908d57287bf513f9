export type PageQuery = Readonly<{
  cursor?: string
  order?: string
  limit?: string
  join?: string
  include_failed?: string
}>

type Tokened = Readonly<{ token: bigint }>

const MOST = 200
const USUAL = 10

/** Returns the requested slice of a list that is oldest first; undefined if the query is invalid. */
export function slicePage<T extends Tokened>(all: readonly T[], query: PageQuery): T[] | undefined {
  const { order = 'asc', limit = `${USUAL}`, cursor } = query
  if (!['asc', 'desc'].includes(order) || !/^\d{1,3}$/.test(limit)) return undefined
  const most = Number(limit)
  if (most < 1 || most > MOST) return undefined
  if (cursor !== undefined && cursor !== '' && cursor !== 'now' && !/^\d{1,19}$/.test(cursor))
    return undefined
  const after = cursor === undefined || cursor === '' ? undefined : cursor
  if (order === 'asc') {
    if (after === 'now') return []
    const from = after === undefined ? 0 : firstAbove(all, BigInt(after))
    return all.slice(from, from + most)
  }
  const below = after === undefined || after === 'now' ? all.length : firstAbove(all, BigInt(after) - 1n)
  return all.slice(Math.max(0, below - most), below).toReversed()
}

/** Wraps a list like Horizon. `next` continues after the last record. */
export function wrapPage(
  records: readonly object[],
  tokens: readonly bigint[],
  url: string,
  query: PageQuery,
): object {
  const link = (cursor: bigint | string | undefined, order: string | undefined) => {
    const parameters = new URLSearchParams({
      ...query,
      cursor: cursor === undefined ? (query.cursor ?? '') : `${cursor}`,
      order: order ?? 'asc',
    })
    return { href: `${url}?${parameters.toString()}` }
  }
  const reverse = query.order === 'desc' ? 'asc' : 'desc'
  return {
    _links: {
      self: { href: `${url}?${new URLSearchParams({ ...query }).toString()}` },
      next: link(tokens.at(-1), query.order),
      prev: link(tokens[0], reverse),
    },
    _embedded: { records },
  }
}

function firstAbove(all: readonly Tokened[], cursor: bigint): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle] as Tokened).token > cursor) high = middle
    else low = middle + 1
  }
  return low
}
