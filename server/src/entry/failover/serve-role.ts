import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRole, type Node, readNode } from '../../flows/failover/node-store.ts'
import { createPool } from '../../kernel/postgres/pool.ts'

const ASKED_EVERY_MS = 250
const ANSWERS_WITHIN_MS = 1_000
/** An older answer is no answer: the PostgreSQL hangs. */
const FRESH_MS = 1_500
/** A proxy that asks twice a second has turned away from the former primary before it turns to this one. */
const CLAIMED_AFTER_MS = 1_500

/**
 * Tells a proxy whether the PostgreSQL of this machine is the primary, as Patroni does. A former primary that the other machine has
 * outlived by an epoch is none, even if it thinks so itself.
 */
export async function serveRole(
  urls: Readonly<{ node: string; peer: string }>,
  { host, port, stopped }: Readonly<{ host: string; port: number; stopped: AbortSignal }>,
): Promise<void> {
  const [node, peer] = [watch(urls.node, stopped), watch(urls.peer, stopped)]
  let newest = 0
  let wasStandbyAt = Number.NEGATIVE_INFINITY
  const server = createServer((request, response) => {
    const role = findRole(node.seen(), peer.seen(), newest)
    const now = performance.now()
    if (role === 'standby' || (node.seen()?.epoch ?? 0) > newest) wasStandbyAt = now
    newest = Math.max(newest, node.seen()?.epoch ?? 0, peer.seen()?.epoch ?? 0)
    const isClaimed = role !== 'primary' || now - wasStandbyAt > CLAIMED_AFTER_MS
    response.writeHead(isClaimed && request.url === `/${role}` ? 200 : 503).end(`${role}\n`)
  })
  server.listen(port, host)
  await once(stopped, 'abort')
  server.close()
  server.closeAllConnections()
  await Promise.all([node.ended, peer.ended])
}

/** Asks one PostgreSQL again and again. */
function watch(
  url: string,
  stopped: AbortSignal,
): Readonly<{ seen(): Node | undefined; ended: Promise<void> }> {
  const pool = createPool(url, { max: 1, applicationName: 'afara-role', answersWithinMs: ANSWERS_WITHIN_MS })
  let last: Readonly<{ at: number; node: Node }> | undefined
  const ask = async (): Promise<void> => {
    while (!stopped.aborted) {
      try {
        last = { node: await readNode(pool), at: performance.now() }
      } catch {
        last = undefined
      }
      await sleep(ASKED_EVERY_MS, undefined, { signal: stopped }).catch(() => {})
    }
    await pool.end()
  }
  return {
    seen: () => (last !== undefined && performance.now() - last.at < FRESH_MS ? last.node : undefined),
    ended: ask(),
  }
}
