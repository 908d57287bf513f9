import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EvmNetworkName, NetworkName } from '@afara/server/kernel/networks.ts'
import { simulatedNetworks } from '../chains/simulated-networks.ts'
import type { OnSpawn } from '../processes/child-process.ts'
import { choosePort } from '../processes/loopback-port.ts'
import { whyMissing } from '../processes/platform-package.ts'
import type { PayerTokens } from '../services/payer-process.ts'
import { serverEnvironment, terminalEnvironment } from '../services/server-environment.ts'

export type EvmService = keyof typeof simulatedNetworks
export const evmServices = Object.keys(simulatedNetworks) as EvmService[]

const evmPorts = Object.fromEntries(
  evmServices.map((service) => [service, simulatedNetworks[service].port]),
) as Record<EvmService, number>

const PREFERRED_PORTS = {
  api: 8080,
  otc: 8082,
  management: 8083,
  people: 8084,
  mail: 8085,
  console: 8086,
  peopleManagement: 8088,
  workerManagement: 8089,
  smtp: 8025,
  worker: 9080,
  reconciler: 8087,
  restateIngress: 8081,
  restateAdmin: 9070,
  restateNode: 5122,
  postgres: 5433,
  ...evmPorts,
  solana: 8899,
  stellar: 8094,
  rates: 8090,
  bank: 8091,
  signer: 8092,
  payer: 8093,
}
type PortName = keyof typeof PREFERRED_PORTS

export type DevPlan = Readonly<{
  directory: string
  hotReload: boolean
  onSpawn: OnSpawn
  /** Settings of PostgreSQL in addition to the usual ones. */
  postgresSettings?: Readonly<Record<string, string>>
  ports: Readonly<Record<PortName, number>>
  /** "8080 is used by another program" for a port that had to change. */
  noteOn(name: PortName): string | undefined
  databaseUrl(role: string): string
  restateIngressUrl: string
  restateAdminUrl: string
  /** URLs by the name of the network. */
  chainUrls: Readonly<Record<NetworkName, string>>
  /** The worker's token at the signer. */
  signerToken: string
  payerTokens: PayerTokens
  serverEnvironment: Readonly<Record<string, string>>
  /** Where the ids of the operators are kept, by their email addresses. Their software passkeys are computed from the ids. */
  operatorsFile: string
}>

type PlanOptions = Pick<DevPlan, 'directory' | 'hotReload' | 'onSpawn' | 'postgresSettings'> &
  Readonly<{
    /** Returns the URL that our processes use for a network, in place of the chain's own. A proxy there can count calls. */
    between?(network: string, url: string): Promise<string>
    /** Settings of the server's processes in place of those of `npm run dev`. */
    settings?: Readonly<Record<string, string>>
  }>

/** Decides all addresses before anything starts, so that every process knows where the others are. */
export async function planDev({ between, settings, ...options }: PlanOptions): Promise<DevPlan> {
  const { directory } = options
  mkdirSync(directory, { recursive: true })
  const ports = await choosePorts(join(directory, 'ports.json'))
  const places = {
    databaseUrl: (role: string) => `postgres://${role}@127.0.0.1:${ports.postgres}/afara`,
    restateIngressUrl: `http://127.0.0.1:${ports.restateIngress}`,
    restateAdminUrl: `http://127.0.0.1:${ports.restateAdmin}`,
    chainUrls: chainUrlsAt(ports),
  }
  const startable = startableOf(places.chainUrls)
  const secret = () => randomBytes(32).toString('hex')
  const signerToken = secret()
  const payerTokens = { worker: secret(), api: secret() }
  const usual = serverEnvironment({
    ...places,
    chainUrls: between === undefined ? startable : await throughProxies(startable, between),
    apiPort: ports.api,
    otcPort: ports.otc,
    managementPort: ports.management,
    workerPort: ports.worker,
    workerManagementPort: ports.workerManagement,
    peopleManagementPort: ports.peopleManagement,
    reconcilerPort: ports.reconciler,
    peoplePort: ports.people,
    consolePort: ports.console,
    smtpPort: ports.smtp,
    pagesFolder: join(directory, 'pages'),
    keyPeppers: keepKeyPeppers(join(directory, 'key-peppers')),
    sealHeadFile: join(directory, 'seal-head'),
    ratesUrl: `http://127.0.0.1:${ports.rates}`,
    bankUrl: `http://127.0.0.1:${ports.bank}`,
    sweepAfterSeconds: 20,
    hasSandbox: true,
    signer: { url: `http://127.0.0.1:${ports.signer}`, token: signerToken },
    payer: { url: `http://127.0.0.1:${ports.payer}`, tokens: payerTokens },
  })
  const environment = { ...usual, ...settings }
  // Lets "npm run admin" in another terminal find this stack.
  writeSettings(join(directory, 'server.env'), environment)
  // Lets "npx afara ops" find it. An operator's terminal has no password of the database.
  const operatorsFile = join(directory, 'operators.json')
  const origin = `http://localhost:${ports.people}`
  const terminal = terminalEnvironment({ peoplePort: ports.people, peopleOrigin: origin, operatorsFile })
  writeSettings(join(directory, 'terminal.env'), terminal)
  return {
    ...options,
    ...places,
    signerToken,
    payerTokens,
    ports,
    noteOn: (name) =>
      ports[name] === PREFERRED_PORTS[name]
        ? undefined
        : `${PREFERRED_PORTS[name]} is used by another program`,
    serverEnvironment: environment,
    operatorsFile,
  }
}

/** Leaves out the networks whose chain cannot run on this machine. */
function startableOf(urls: DevPlan['chainUrls']): Readonly<Record<string, string>> {
  const { Solana, Stellar, ...evm } = urls
  return {
    ...(whyMissing('anvil') === undefined && evm),
    ...(whyMissing('surfpool') === undefined && { Solana }),
    Stellar,
  }
}

async function throughProxies(
  urls: Readonly<Record<string, string>>,
  between: NonNullable<PlanOptions['between']>,
): Promise<Record<string, string>> {
  const all = Object.entries(urls).map(async ([network, url]) => [network, await between(network, url)])
  return Object.fromEntries(await Promise.all(all))
}

function writeSettings(file: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
}

function chainUrlsAt(ports: Readonly<Record<PortName, number>>): DevPlan['chainUrls'] {
  const at = (port: number) => `http://127.0.0.1:${port}`
  const evmUrls = Object.fromEntries(
    evmServices.map((service) => [simulatedNetworks[service].name, at(ports[service])]),
  ) as Record<EvmNetworkName, string>
  return { ...evmUrls, Solana: at(ports.solana), Stellar: at(ports.stellar) }
}

/** Returns the ports of the last start if they are free, so that saved URLs stay valid. */
async function choosePorts(file: string): Promise<Record<PortName, number>> {
  const kept = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<typeof PREFERRED_PORTS>)
    : {}
  const ports = { ...PREFERRED_PORTS }
  for (const name of Object.keys(ports) as PortName[])
    ports[name] = await choosePort(kept[name] ?? PREFERRED_PORTS[name])
  writeFileSync(file, JSON.stringify(ports))
  return ports
}

/** Created once and stored next to the database, whose key hashes are useless without it. */
function keepKeyPeppers(file: string): string {
  if (!existsSync(file)) writeFileSync(file, `1:${randomBytes(32).toString('hex')}`, { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
