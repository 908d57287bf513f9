import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Told } from '../listen/read-feed.ts'
import type { World } from '../world.ts'

const HEARD_AFTER_MS = 30

/** Starts to post an event and closes the connection in the middle of its body. */
export async function breakOff(world: Pick<World, 'now'>, url: string, { event, body }: Told): Promise<void> {
  const bytes = Buffer.from(body)
  const begin = url.startsWith('https:') ? requestSecure : requestPlain
  const request = begin(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': bytes.length,
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(world.now().getTime() / 1000)),
      'webhook-signature': 'v1,bmV2ZXIgcmVhZA==',
    },
  })
  // The request ends in an error on purpose.
  request.on('error', () => {})
  request.on('response', (response) => response.resume())
  await new Promise<void>((done) => {
    request.once('error', () => done())
    request.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => done())
  })
  await sleep(HEARD_AFTER_MS)
  request.destroy()
}
