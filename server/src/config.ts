import { resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

export type KeyConfig = Readonly<{ cell: string; peppers: ReadonlyMap<number, Buffer> }>
export type ApiConfig = Readonly<{
  host: string
  port: number
  /** The address that callers know us by; links in replies begin with it. */
  publicUrl: string
  databaseUrl: string
  engineUrl: string
  keys: KeyConfig
}>
export type WorkerConfig = Readonly<{
  host: string
  port: number
  databaseUrl: string
  engineUrl: string
  sealer: Readonly<{ databaseUrl: string; headFile: string }>
}>
export type AdminConfig = Readonly<{ ownerUrl: string }> & KeyConfig

// Each process reads only what it needs, so that none holds a password of another's. A setting that is missing or
// wrong stops the process before it begins, and the message names it.

export function readApiConfig(env: Environment): ApiConfig {
  return Object.freeze({
    host: text(env, 'API_HOST'),
    port: port(env, 'API_PORT'),
    publicUrl: url(env, 'API_PUBLIC_URL').replace(/\/$/, ''),
    databaseUrl: url(env, 'DATABASE_URL_API'),
    engineUrl: url(env, 'RESTATE_INGRESS_URL'),
    keys: readKeyConfig(env),
  })
}

export function readWorkerConfig(env: Environment): WorkerConfig {
  return Object.freeze({
    host: text(env, 'WORKER_HOST'),
    port: port(env, 'WORKER_PORT'),
    databaseUrl: url(env, 'DATABASE_URL_WORKER'),
    engineUrl: url(env, 'RESTATE_INGRESS_URL'),
    sealer: { databaseUrl: url(env, 'DATABASE_URL_SEALER'), headFile: resolve(text(env, 'SEAL_HEAD_FILE')) },
  })
}

export function readAdminConfig(env: Environment): AdminConfig {
  return Object.freeze({ ownerUrl: url(env, 'DATABASE_URL_OWNER'), ...readKeyConfig(env) })
}

/** Migrations make roles, which takes a superuser (or a role that may create roles); nothing else uses it. */
export function readMigrationUrl(env: Environment): string {
  return url(env, 'DATABASE_URL_MIGRATE')
}

function readKeyConfig(env: Environment): KeyConfig {
  const cell = text(env, 'CELL')
  if (!/^[a-z0-9]{1,8}$/.test(cell))
    refuse('CELL', 'one to eight lower-case letters or digits, such as "lag1"')
  return { cell, peppers: peppers(env) }
}

/** `1:<64 hex>,2:<64 hex>`: the highest version signs, all are tried, so that a pepper can be rotated. */
function peppers(env: Environment): ReadonlyMap<number, Buffer> {
  const entries = text(env, 'KEY_PEPPERS')
    .split(',')
    .map((part) => {
      const match = /^([1-9][0-9]{0,4}):([0-9a-f]{64})$/.exec(part.trim())
      if (match?.[1] === undefined || match[2] === undefined) {
        return refuse('KEY_PEPPERS', 'a list such as 1:<64 hex digits>,2:<64 hex digits>')
      }
      return [Number(match[1]), Buffer.from(match[2], 'hex')] as const
    })
  return new Map(entries)
}

function text(env: Environment, name: string): string {
  const value = env[name]
  return value === undefined || value === '' ? refuse(name, 'a value') : value
}

function url(env: Environment, name: string): string {
  const value = text(env, name)
  return URL.canParse(value) ? value : refuse(name, 'a URL')
}

function port(env: Environment, name: string): number {
  const value = text(env, name)
  return /^[0-9]{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : refuse(name, 'a port number')
}

function refuse(name: string, wanted: string): never {
  throw new Error(`${name} must be set to ${wanted}; see docs/guides/operate.md`)
}
