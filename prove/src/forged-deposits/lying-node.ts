import { type Asked, startProxy, type Told } from '../chains/proxy.ts'
import { type Call, retell } from '../chains/rpc-calls.ts'

/** Given what was asked and the true answer, what is said instead. */
export type Lie = (asked: Asked, told: Told) => Told

export type LyingNode = Readonly<{ url: string; tell(lie: Lie | undefined): void; stop(): Promise<void> }>

/** Stands between the watcher and a chain, and says what it is told to. */
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

/** A lie about results of JSON-RPC. */
export function lieOf(change: (call: Call, result: unknown) => unknown): Lie {
  return (asked, told) => retell(asked, told, change)
}
