import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export type SoftToken = Readonly<{
  module: string
  token: string
  pinFile: string
  /** The environment of a process that opens the token. */
  environment: Readonly<{ SOFTHSM2_CONF: string }>
  /** Removes the token while it is in use, and puts it back. */
  takeAway(): void
  bringBack(): void
}>

const MODULES = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
]

/** Creates a SoftHSM token in a folder, which behaves like a hardware module. Its PIN is random and stored only in its file. */
export async function createSoftToken(directory: string): Promise<SoftToken> {
  const module = MODULES.find((path) => existsSync(path))
  if (module === undefined) throw new Error('SoftHSM is not installed: apt-get install softhsm2')
  const folder = resolve(directory)
  const [tokens, away] = [join(folder, 'tokens'), join(folder, 'away')]
  mkdirSync(tokens, { recursive: true })
  const environment = { SOFTHSM2_CONF: join(folder, 'softhsm2.conf') }
  writeFileSync(environment.SOFTHSM2_CONF, `directories.tokendir = ${tokens}\nlog.level = ERROR\n`)
  const [pin, officerPin] = [drawPin(), drawPin()]
  const pinFile = join(folder, 'pin')
  writeFileSync(pinFile, `${pin}\n`, { mode: 0o600 })
  const token = 'afara-test'
  await promisify(execFile)(
    'softhsm2-util',
    ['--init-token', '--free', '--label', token, '--pin', pin, '--so-pin', officerPin],
    { env: { PATH: process.env.PATH, ...environment } },
  )
  return {
    module,
    token,
    pinFile,
    environment,
    takeAway: () => renameSync(tokens, away),
    bringBack: () => renameSync(away, tokens),
  }
}

function drawPin(): string {
  return `${randomInt(10_000_000, 99_999_999)}`
}
