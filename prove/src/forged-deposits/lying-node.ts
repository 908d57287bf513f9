import { type Asked, startProxy, type Told } from '../chains/proxy.ts'
import { type Call, retell } from '../chains/rpc-calls.ts'

/** Returns the false reply for a request and its true reply. */
export type Lie = (asked: Asked, told: Told) => Told

export type LyingNode = Readonly<{ url: string; tell(lie: Lie | undefined): void; stop(): Promise<void> }>

/** Starts a proxy between the watcher and a chain that can lie. */
export async function startLyingNode(target: string): Promise<LyingNode> {
  let lie: Lie | undefined
  const { url, close } = await startProxy(target, async (asked, forward) => {
    const told = await forward()
    return lie === undefined ? told : lie(asked, told)
  })
  return {
    url,
    tell: (next) => {
      lie = next
    },
    stop: close,
  }
}

/** Returns a lie that changes JSON-RPC results. */
export function lieOf(change: (call: Call, result: unknown) => unknown): Lie {
  return (asked, told) => retell(asked, told, change)
}
