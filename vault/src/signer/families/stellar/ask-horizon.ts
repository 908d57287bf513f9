import { readFields } from '../node-values.ts'

const DEADLINE_MS = 4_000
const MOST_BYTES = 8 * 1024 * 1024

/** One question. Undefined where Horizon has no such thing; throws where it does not answer. The address may hold a key: no message repeats it. */
export async function askHorizon(
  url: string,
  path: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
  })
  if (Number(response.headers.get('content-length') ?? 0) > MOST_BYTES)
    throw new Error('the answer is too long')
  if (response.status === 404) return undefined
  if (response.status !== 200) throw new Error(`it answered ${response.status}`)
  return readFields(await response.json())
}
