import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readBlocks } from '../src/documentation/page-blocks.ts'
import { runShellSession } from '../src/documentation/shell-session.ts'
import { type PostgresServer, startPostgres } from '../src/postgres/postgres-server.ts'
import { findFreePort } from '../src/processes/loopback-port.ts'
import { REPOSITORY_ROOT } from '../src/processes/node-process.ts'
import { createTemporaryRun, type TemporaryRun } from '../src/processes/temporary-run.ts'
import { findBinary } from '../src/restate/restate-server.ts'
import { payerEnvironment } from '../src/services/payer-process.ts'
import { signerEnvironment } from '../src/services/signer-process.ts'
import { readEnvironment } from './unit-file.ts'

/** The deployment of docs/guides/deploy.md, in a folder that stands for the root of a machine. */
const page = readFileSync(join(REPOSITORY_ROOT, 'docs/guides/deploy.md'), 'utf8')
const ports = [8080, 8081, 8082, 8083, 8084, 8087, 8091, 8092, 8093, 9070, 9080, 5122]

let run: TemporaryRun
let postgres: PostgresServer
let root: string
let moved: (text: string) => string
beforeAll(async () => {
  run = await createTemporaryRun()
  root = join(run.directory, 'root')
  const settings = { wal_level: 'replica', max_wal_senders: '4' }
  const at = { directory: join(run.directory, 'postgres'), durable: false, settings, onSpawn: run.onSpawn }
  postgres = await startPostgres(at)
  const taken = new Map(
    await Promise.all(ports.map(async (port) => [String(port), await findFreePort()] as const)),
  )
  moved = (text) =>
    text
      .replaceAll('/usr/local/bin/restate-server', findBinary())
      .replaceAll(/(?<![\w.])\/(?=(?:opt|etc|srv|var\/lib)\/)/g, `${root}/`)
      .replaceAll(/(?<=[:=] ?)\d{4}\b/g, (port) => String(taken.get(port) ?? port))
  makeMachine()
})
afterAll(async () => {
  await postgres?.stop()
  run?.remove()
})

test('systemd accepts the units', () => {
  const folder = join(root, 'verified')
  cpSync(join(root, 'opt/afara/deploy/systemd'), folder, { recursive: true })
  const files = readdirSync(folder).filter((name) => /\.(service|target)$/.test(name))
  expect(files.length).toBeGreaterThan(10)
  const said = execFileSync('systemd-analyze', ['verify', ...files.map((name) => join(folder, name))], {
    env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(said).toBe('')
})

test('every unit starts without privileges, and every container as the unit of its process does', () => {
  const { services } = compose()
  const own = Object.entries(services).filter(([, { image }]) => image === 'afara')
  expect(own.map(([name]) => name)).toEqual(
    expect.arrayContaining(['api', 'worker', 'reconciler', 'people', 'signer', 'payer', 'migrate']),
  )
  for (const [name, service] of own) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    if (name === 'register') continue
    const unit = readFileSync(join(REPOSITORY_ROOT, `deploy/systemd/afara-${name}.service`), 'utf8')
    expect(unit).toContain(`\nExecStart=/opt/afara/node_modules/.bin/${service.command.join(' ')}\n`)
    expect(unit).toContain('\nDynamicUser=yes\n')
    expect(secretsOf(service)).toEqual(
      [...unit.matchAll(/^LoadCredential=(.*):\/etc\/afara\/credentials\/(.*)$/gm)].map(([, id, file]) => [
        file,
        id,
      ]),
    )
  }
})

test('every block of the page does what it says, up to a payment and a replaced release', async () => {
  bringPolicies()
  const scripts = readBlocks(page).map(({ code }) => asTyped(code))
  const { steps, failure } = await runShellSession([...scripts, fromImage()], {
    cwd: root,
    env: { ...shell(), SUPERUSER_URL: postgres.url('postgres', 'postgres').replace('@', ':x@') },
    deadlineMs: 300_000,
  })
  expect(failure === undefined ? [] : [failure, ...logs()]).toEqual([])
  const said = steps.map(({ output }) => output)
  expect(said.join('\n')).toMatch(/All \d+ checks passed/)
  expect(said.at(-1)).toContain('"status":"completed"')
})

/** The end of each process's log. */
function logs(): string[] {
  const folder = join(root, 'run/log')
  if (!existsSync(folder)) return []
  return readdirSync(folder).map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8').slice(-600)}`)
}

/** Lays out `/opt/afara`: links to this checkout, and a copy of what names ports and paths. */
function makeMachine(): void {
  const home = join(root, 'opt/afara')
  mkdirSync(home, { recursive: true })
  for (const name of readdirSync(REPOSITORY_ROOT))
    if (!/^(\.git|\.stack|deploy)$/.test(name)) symlinkSync(join(REPOSITORY_ROOT, name), join(home, name))
  cpSync(join(REPOSITORY_ROOT, 'deploy'), join(home, 'deploy'), { recursive: true })
  for (const file of globSync('deploy/{settings,systemd}/**/*.{env,toml,service,target,conf}', { cwd: home }))
    writeFileSync(join(home, file), moved(readFileSync(join(home, file), 'utf8')))
  mkdirSync(join(root, 'etc/systemd/system'), { recursive: true })
  mkdirSync(join(root, 'bin'))
  const tool = (name: string, line: string) => {
    writeFileSync(join(root, 'bin', name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(root, 'bin', name), 0o755)
  }
  tool('systemctl', `exec "${process.execPath}" "${join(import.meta.dirname, 'systemctl.ts')}" "$@"`)
  tool('journalctl', `exec cat "$RUN/log/$2.service"`)
}

/** What the operators' ceremony leaves. */
function bringPolicies(): void {
  const directory = join(run.directory, 'ceremony')
  const peopleOrigin = moved('http://localhost:8084')
  const tokens = { worker: 'not read', api: 'not read' }
  const at = { port: 1, databaseUrl: '', peopleOrigin }
  signerEnvironment({ ...at, directory: join(directory, 'signer'), token: 'not read' })
  payerEnvironment({
    ...at,
    directory: join(directory, 'payer'),
    tokens,
    bankUrl: moved('http://127.0.0.1:8091'),
  })
  for (const [from, to] of [
    ['signer/operators.jsonl', 'operators.jsonl'],
    ['signer/policy.json', 'signer-policy.json'],
    ['signer/keys.json', 'signer-keys.json'],
    ['payer/policy.json', 'payer-policy.json'],
    ['payer/credentials.json', 'payer-credentials.json'],
  ] as const)
    copyFileSync(join(directory, from), join(root, 'opt/afara', to))
}

function asTyped(block: string): string {
  return moved(block)
    .replaceAll(/^npm ci .*$/gm, 'test -d node_modules')
    .replaceAll(' -o postgres', '')
}

function shell(): Record<string, string> {
  const path = [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(':')
  const where = {
    UNITS: join(root, 'etc/systemd/system'),
    RUN: join(root, 'run'),
    STATE: join(root, 'var/lib'),
  }
  return { PATH: path, HOME: run.directory, ...where }
}

type Service = Readonly<{
  image: string
  command: string[]
  env_file?: string
  environment: Record<string, string>
  secrets?: ReadonlyArray<string | Readonly<{ source: string; target: string }>>
}>

function compose(): { services: Record<string, Service> } {
  return parse(readFileSync(join(REPOSITORY_ROOT, 'deploy/compose.yaml'), 'utf8'), { merge: true })
}

/** The secrets of a service: the name of the file, and the name that it has in the container. */
function secretsOf({ secrets = [] }: Service): string[][] {
  return secrets.map((secret) =>
    typeof secret === 'string' ? [secret, secret] : [secret.source, secret.target],
  )
}

/** Replaces each unit by the command of its container, asks the image's health check about it, and pays again. */
function fromImage(): string {
  const { services } = compose()
  const names = ['migrate', 'signer', 'payer', 'worker', 'register', 'reconciler', 'api', 'people']
  const check = JSON.parse(/^ {2}CMD (\[.*\])$/m.exec(dockerfile())?.[1] ?? '[]') as string[]
  const parts = names.map((name) => {
    const service = services[name] as Service
    const secrets = join(root, 'run/secrets', name)
    const inside = (text: string) =>
      moved(
        text.replaceAll(/(?<=\/\/)(restate|worker|signer|payer)(?=:)|0\.0\.0\.0/g, '127.0.0.1'),
      ).replaceAll('/run/secrets', secrets)
    const told = Object.entries(service.environment).map(([key, value]) => inside(`${key}=${value}`))
    const own = readEnvironment(told.join('\n'))
    const bank = `BANK_TEST_PAYSTACK_SECRET_KEY_FILE="${root}/etc/afara/credentials/BANK_TEST_PAYSTACK_SECRET_KEY"`
    const inBackground = name === 'migrate' || name === 'register' ? '' : '&'
    const shared = service.env_file === undefined ? '' : `$(grep -v '^#' "${root}/etc/afara/afara.env")`
    const line = `env -i ${shared} ${told.join(' ')} ${/^(api|worker|reconciler)$/.test(name) ? bank : ''}`
    return [
      `mkdir -p "${secrets}"`,
      ...secretsOf(service).map(
        ([file, id]) => `cp "${root}/etc/afara/credentials/${file}" "${secrets}/${id}"`,
      ),
      inBackground === '' ? '' : `systemctl stop afara-${name}`,
      `${line} node_modules/.bin/${service.command.join(' ')} >> "$RUN/log/image-${name}" 2>&1 ${inBackground}`,
      own['HEALTH_URL'] === undefined
        ? ''
        : `until HEALTH_URL=${own['HEALTH_URL']} ${check.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')} 2>/dev/null; do sleep 0.3; done`,
    ].join('\n')
  })
  const blocks = readBlocks(page).filter(
    ({ heading, code }) => heading === 'A payment' && code.includes('BUY='),
  )
  const again = blocks.map(({ code }) => moved(code).replace('"first"', '"second"'))
  return [`cd "${root}/opt/afara"`, ...parts, ...again].join('\n')
}

function dockerfile(): string {
  return readFileSync(join(REPOSITORY_ROOT, 'deploy/Dockerfile'), 'utf8')
}
