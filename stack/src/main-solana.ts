import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { startLiteNode } from './chains/solana/lite/lite-node.ts'
import { createRpcFaults } from './chains/solana/rpc-fault.ts'
import { createRpcProxy } from './chains/solana/rpc-proxy.ts'
import { createSolanaAdmin } from './chains/solana/solana-admin.ts'
import { findProgram } from './processes/platform-package.ts'

type Surfnet = Readonly<{ rpcUrl: string; stop(): void; drainEvents(): unknown }>
type Runtime = Readonly<{ Surfnet: { startWithConfig(config: object): Surfnet } }>

const slotMs = Number(process.env.SOLANA_SLOT_MS ?? '100')
const node = process.env.SOLANA_ENGINE === 'litesvm' ? await startLiteNode(slotMs) : startSurfpool()

function startSurfpool(): Surfnet {
  // Only the native part is a separate package, which has no types.
  const { Surfnet } = createRequire(import.meta.url)(findProgram('surfpool')) as Runtime
  const started = Surfnet.startWithConfig({ offline: true, blockProductionMode: 'clock', slotTimeMs: slotMs })
  // The node keeps its events until they are drained, and stops when its buffer is full.
  setInterval(() => started.drainEvents(), 200).unref()
  return started
}

const faults = createRpcFaults()
const proxy = createRpcProxy(node.rpcUrl, faults)
const admin = createSolanaAdmin(node.rpcUrl, faults)

const server = createServer((request, response) => {
  void text(request)
    .then(async (body) =>
      request.url?.startsWith('/admin/') ? admin(request, response, body) : proxy(request, response, body),
    )
    // The caller must not wait for a node that failed.
    .catch(() => request.socket.destroy())
})
// Longer than any caller keeps an idle connection. With the default of five seconds, the server could close a connection just as a caller
// reuses it.
server.keepAliveTimeout = 90_000
server.listen(Number(process.env.SOLANA_PORT), '127.0.0.1', () =>
  console.log(`solana http://127.0.0.1:${process.env.SOLANA_PORT}(node at ${node.rpcUrl})`),
)

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    node.stop()
    process.exit(0)
  })
