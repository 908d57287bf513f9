import { request } from 'undici'

/** Calls a handler of the engine. Its answer is read to the end, so that the connection can be used again, and says nothing but how it went. */
export async function callEngine(
  url: string,
  headers: Readonly<Record<string, string>>,
  withinMs: number,
): Promise<void> {
  const { statusCode, body } = await request(url, {
    method: 'POST',
    headers,
    headersTimeout: withinMs,
    bodyTimeout: withinMs,
  })
  await body.dump()
  if (statusCode >= 300) throw new Error(`the engine answered ${statusCode}`)
}
