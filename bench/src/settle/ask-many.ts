/** Asks a chain many things at once, in one request; answers in their order. What it refuses is thrown. */
export async function askMany<T>(
  url: string,
  calls: ReadonlyArray<readonly [string, ...unknown[]]>,
): Promise<T[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))),
    signal: AbortSignal.timeout(30_000),
  })
  const answers = (await response.json()) as Array<{ id: number; result: T; error?: { message: string } }>
  return answers
    .toSorted((one, other) => one.id - other.id)
    .map(({ result, error }) => {
      if (error !== undefined) throw new Error(`${url} refused: ${error.message}`)
      return result
    })
}
