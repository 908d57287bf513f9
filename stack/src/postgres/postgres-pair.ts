import { execFile } from 'node:child_process'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Child, type OnSpawn, startChild } from '../processes/child-process.ts'
import { startHaproxy } from '../processes/haproxy.ts'
import { findFreePort } from '../processes/loopback-port.ts'
import { REPOSITORY_ROOT } from '../processes/node-process.ts'
import { listTree, readProcess, signalTree } from '../processes/process-table.ts'
import { unprivilegedUser } from '../processes/system-user.ts'
import { waitUntilReady } from '../processes/wait-until-ready.ts'
import { type Link, openLink } from './link.ts'
import { startMigratedPostgres } from './migrated-cluster.ts'
import { copyCluster } from './postgres-backup.ts'
import { findPostgresHome } from './postgres-files.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { runStatement } from './run-statement.ts'

const run = promisify(execFile)
const MAIN = 'server/src/main-failover.ts'
const STREAMS_WITHIN_MS = 60_000

/** One of the two machines. Others reach it only by its links. */
type Machine = Readonly<{
  name: string
  directory: string
  port: number
  rolePort: number
  link: Link
  roleLink: Link
  /** Only the standby uses it. */
  streamLink: Link
}> & {
  server: PostgresServer | undefined
  role: Child | undefined
}

export type PostgresPair = Readonly<{
  /** Leads to the primary. */
  url(role: string, database: string): string
  port: number
  /** Leads to the machine itself, whatever happened to its network. */
  urlOf(which: 'primary' | 'standby', role: string, database: string): string
  primaryId(): number
  kill(): Promise<void>
  pause(): void
  cutOff(): void
  fillDisk(): Promise<void>
  /** Cuts only the standby off the primary. */
  loseStream(): void
  /** Promotes the standby with the command of the operator, and returns what it said. */
  promote(): Promise<string>
  /** Lets the former primary go on, or starts it again, as if nobody had switched its machine off. */
  comeBack(): Promise<void>
  /** Makes the former primary the standby of the new one, from a new copy. */
  rebuild(): Promise<void>
  stop(): Promise<void>
}>

/**
 * Starts two PostgreSQL 18 and HAProxy. `isSynchronous`: every commit waits until it is on both. Without it, a promotion may lose the last
 * commits. `prepare` gets the first primary before there is a standby.
 */
export async function startPostgresPair(
  options: Readonly<{
    directory: string
    isSynchronous: boolean
    settings?: Readonly<Record<string, string>>
    onSpawn?: OnSpawn | undefined
    prepare(primary: PostgresServer): Promise<void>
  }>,
): Promise<PostgresPair> {
  const { directory, isSynchronous, onSpawn } = options
  const machines = [await createMachine(directory, 'a'), await createMachine(directory, 'b')]
  let [primary, standby] = machines as [Machine, Machine]
  const settings = {
    // A standby applies a conflicting change at once instead of waiting for a reader.
    max_standby_streaming_delay: '0',
    wal_receiver_timeout: '10s',
    wal_sender_timeout: '10s',
    max_wal_size: '128MB',
    min_wal_size: '32MB',
    ...options.settings,
  }
  const at = (machine: Machine) => ({
    directory: machine.directory,
    port: machine.port,
    durable: true,
    settings,
    onSpawn,
  })
  const direct = (machine: Machine, role: string, database: string) =>
    `postgres://${role}@127.0.0.1:${machine.port}/${database}`
  const linked = (machine: Machine, role: string, database: string) =>
    `postgres://${role}@127.0.0.1:${machine.link.port}/${database}`
  const urls = (own: Machine, other: Machine) => ({
    PATH: process.env.PATH,
    DATABASE_URL_NODE: direct(own, 'postgres', 'afara'),
    DATABASE_URL_PEER: linked(other, 'postgres', 'afara'),
  })
  const startRole = async (own: Machine, other: Machine): Promise<Child> =>
    startChild({
      name: `role-${own.name}`,
      command: process.execPath,
      args: [MAIN, 'role', '--port', String(own.rolePort)],
      environment: { ...urls(own, other), NODE_COMPILE_CACHE: join(REPOSITORY_ROOT, '.stack/compiled') },
      directory: REPOSITORY_ROOT,
      logFile: join(directory, `role-${own.name}.log`),
      onSpawn,
    })

  /** Copies the primary to the other machine and follows it from there. */
  const follow = async (): Promise<void> => {
    const home = findPostgresHome(standby.directory)
    rmSync(join(home, 'data'), { recursive: true, force: true })
    const source = join(findPostgresHome(primary.directory), 'data')
    await copyCluster(direct(primary, 'postgres', 'postgres'), source, join(home, 'data'))
    const conninfo = `host=127.0.0.1 port=${primary.streamLink.port} user=postgres application_name=standby`
    give(join(home, 'data/standby.signal'), '')
    standby.server = await startPostgres({
      ...at(standby),
      settings: { ...settings, primary_conninfo: conninfo },
    })
    await untilStreaming(direct(primary, 'postgres', 'postgres'))
    if (isSynchronous) await setStandbyNames(direct(primary, 'postgres', 'postgres'), '*')
  }

  primary.server = await startMigratedPostgres(at(primary))
  await options.prepare(primary.server)
  await follow()
  primary.role = await startRole(primary, standby)
  standby.role = await startRole(standby, primary)
  // HAProxy believes at first that every server is the primary.
  await waitUntilReady(primary.role, async () => says(primary, 'primary'), 'It asks both PostgreSQL.')
  await waitUntilReady(standby.role, async () => says(standby, 'standby'), 'It asks both PostgreSQL.')
  const proxy = await startHaproxy({
    directory: join(directory, 'haproxy'),
    check: '/primary',
    servers: machines.map(({ name, link, roleLink }) => ({
      name,
      port: link.port,
      checkPort: roleLink.port,
    })),
    down: 1,
    onSpawn,
  })

  return {
    port: proxy.port,
    url: (role, database) => `postgres://${role}@127.0.0.1:${proxy.port}/${database}`,
    urlOf: (which, role, database) => direct(which === 'primary' ? primary : standby, role, database),
    primaryId: () => primary.server?.processId ?? 0,
    kill: async () => primary.server?.kill(),
    // Every process of this PostgreSQL hangs, and none of them ends.
    pause: () => signalTree(primary.server?.processId ?? 0, 'SIGSTOP'),
    cutOff: () => {
      primary.link.cut()
      primary.roleLink.cut()
      primary.streamLink.cut()
    },
    // The limit of the kernel stands in for a full disk: no file takes another byte.
    fillDisk: async () => {
      for (const { processId } of listTree(primary.server?.processId ?? 0))
        await run('prlimit', ['--pid', String(processId), '--fsize=0'], { ...unprivilegedUser() }).catch(
          (error: Error & { stderr?: string }) => {
            // A session may have ended meanwhile.
            if (!error.stderr?.includes('No such process')) throw error
          },
        )
    },
    loseStream: () => primary.streamLink.cut(),
    promote: async () => {
      const command = run(process.execPath, [MAIN, 'promote'], {
        cwd: REPOSITORY_ROOT,
        env: { ...urls(standby, primary), NODE_COMPILE_CACHE: join(REPOSITORY_ROOT, '.stack/compiled') },
      })
      ;[primary, standby] = [standby, primary]
      return (await command).stdout
    },
    comeBack: async () => {
      const processId = standby.server?.processId ?? 0
      mend(standby)
      if (readProcess(processId) === undefined) standby.server = await startPostgres(at(standby))
      else signalTree(processId, 'SIGCONT')
    },
    rebuild: async () => {
      signalTree(standby.server?.processId ?? 0, 'SIGCONT')
      await standby.server?.kill()
      mend(standby)
      await follow()
    },
    stop: async () => {
      await proxy.stop()
      for (const machine of machines) {
        signalTree(machine.server?.processId ?? 0, 'SIGCONT')
        await machine.role?.kill()
        await machine.server?.kill()
        machine.link.stop()
        machine.roleLink.stop()
        machine.streamLink.stop()
      }
    },
  }
}

async function createMachine(directory: string, name: string): Promise<Machine> {
  const [port, rolePort] = [await findFreePort(), await findFreePort()]
  return {
    name,
    directory: join(directory, name),
    port,
    rolePort,
    link: await openLink(port),
    roleLink: await openLink(rolePort),
    streamLink: await openLink(port),
    server: undefined,
    role: undefined,
  }
}

function mend({ link, roleLink, streamLink }: Machine): void {
  for (const one of [link, roleLink, streamLink]) one.mend()
}

function give(file: string, text: string): void {
  writeFileSync(file, text)
  const user = unprivilegedUser()
  if (user !== undefined) chownSync(file, user.uid, user.gid)
}

async function untilStreaming(url: string): Promise<void> {
  const until = performance.now() + STREAMS_WITHIN_MS
  for (;;) {
    const rows = await runStatement(url, `select from pg_stat_replication where state = 'streaming'`)
    if (rows.length > 0) return
    if (performance.now() > until) throw new Error('the standby does not follow the primary')
    await sleep(50)
  }
}

async function says({ rolePort }: Machine, role: string): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${rolePort}/${role}`).catch(() => undefined)
  return answer?.status === 200
}

/** Not in one statement with others: `alter system` runs in no transaction. */
async function setStandbyNames(url: string, names: string): Promise<void> {
  await runStatement(url, `alter system set synchronous_standby_names = '${names}'`)
  await runStatement(url, 'select pg_reload_conf()')
}
