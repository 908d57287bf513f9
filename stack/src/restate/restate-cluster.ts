import { join } from 'node:path'
import type { OnSpawn, Part } from '../processes/child-process.ts'
import { startHaproxy } from '../processes/haproxy.ts'
import { findFreePort } from '../processes/loopback-port.ts'
import { type RestateServer, registerWorker, startRestate } from './restate-server.ts'

const NODES = ['one', 'two', 'three'] as const

/** Three Restate nodes behind HAProxy. Everything is stored by two of them, so any one may be lost. */
export type RestateCluster = Omit<RestateServer, 'logFile' | 'ended'> &
  Readonly<{
    /** Kills one node with SIGKILL. */
    killNode(number: number): Promise<void>
    /** Starts a killed node on its disk. */
    startNode(number: number): Promise<void>
  }>

export async function startRestateCluster({
  directory,
  onSpawn,
}: Readonly<{ directory: string; onSpawn?: OnSpawn | undefined }>): Promise<RestateCluster> {
  const ports: Array<Readonly<{ ingressPort: number; adminPort: number; nodePort: number }>> = []
  for (const _ of NODES)
    ports.push({
      ingressPort: await findFreePort(),
      adminPort: await findFreePort(),
      nodePort: await findFreePort(),
    })
  const nodePorts = ports.map(({ nodePort }) => nodePort)
  const start = async (number: number): Promise<RestateServer> =>
    startRestate({
      directory: join(directory, NODES[number] ?? ''),
      ...ports[number],
      node: { name: NODES[number] ?? '', isFirst: number === 0, nodePorts },
      onSpawn,
    })
  // The others wait for the first one, which founds the cluster, and it waits for a second one.
  const nodes = await Promise.all(NODES.map(async (_, number) => start(number)))
  const proxies: Array<Part & Readonly<{ port: number }>> = []
  for (const [what, check] of [
    ['ingress', '/restate/health'],
    ['admin', '/health'],
  ] as const)
    proxies.push(
      await startHaproxy({
        directory: join(directory, `proxy-${what}`),
        check,
        servers: ports.map((one, number) => {
          const port = what === 'ingress' ? one.ingressPort : one.adminPort
          return { name: NODES[number] ?? '', port, checkPort: port }
        }),
        down: 0,
        onSpawn,
      }),
    )
  const urls = proxies.map(({ port }) => `http://127.0.0.1:${port}`)
  const [ingressUrl = '', adminUrl = ''] = urls
  const each = async (work: (part: Part) => Promise<void>): Promise<void> => {
    for (const part of [...proxies, ...nodes]) await work(part)
  }
  return {
    ingressUrl,
    adminUrl,
    processId: nodes[0]?.processId ?? 0,
    registerWorker: async (url) => registerWorker(adminUrl, url),
    killNode: async (number) => nodes[number]?.kill(),
    startNode: async (number) => {
      nodes[number] = await start(number)
    },
    stop: async () => each(async (part) => part.stop()),
    kill: async () => each(async (part) => part.kill()),
  }
}
