import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type OnSpawn, type Part, startChild } from './child-process.ts'
import { acceptsConnections, claimPort } from './loopback-port.ts'
import { waitUntilReady } from './wait-until-ready.ts'

type Proxied = Readonly<{
  directory: string
  /** The path at which a server answers 200 while it may be used. */
  check: string
  /** Where each server is, and the port that answers the check. */
  servers: ReadonlyArray<Readonly<{ name: string; port: number; checkPort: number }>>
  /** How many servers must not be used at the start. HAProxy believes at first that all may. */
  down: number
  onSpawn?: OnSpawn | undefined
}>

/** Starts HAProxy on 127.0.0.1. It leads connections to servers that may be used, and breaks those to a server that may not any more. */
export async function startHaproxy(options: Proxied): Promise<Part & Readonly<{ port: number }>> {
  const { directory, check, servers, down, onSpawn } = options
  if (spawnSync('haproxy', ['-v']).error !== undefined)
    throw new Error('haproxy is not installed: apt-get install haproxy')
  const port = await claimPort(undefined)
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'haproxy.cfg')
  writeFileSync(
    file,
    `global
  log stdout format timed local0 notice

defaults
  mode tcp
  log global
  timeout connect 2s
  timeout client 1h
  timeout server 1h

listen afara
  bind 127.0.0.1:${port}
  option httpchk GET ${check}
  http-check expect status 200
  timeout check 2s
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((one) => `  server ${one.name} 127.0.0.1:${one.port} check port ${one.checkPort}`).join('\n')}
`,
  )
  const child = await startChild({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', file],
    environment: { PATH: process.env.PATH },
    logFile: join(directory, 'haproxy.log'),
    onSpawn,
  })
  const isSettled = async () => {
    const seen = readFileSync(child.logFile, 'utf8').match(/^<.*is DOWN/gm)?.length ?? 0
    return (await acceptsConnections(port)) && seen >= down
  }
  await waitUntilReady(child, isSettled, `It needs port ${port}, and ${down} servers that may not be used.`)
  const { logFile, ended, stop, kill } = child
  return { port, logFile, ended, stop, kill }
}
