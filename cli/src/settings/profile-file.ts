import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { UsageError } from '../usage-error.ts'

export type Profile = Readonly<{
  key: string
  url: string
  otcUrl?: string
  businessId?: string
  linkTag?: string
}>

export type ProfileFile = Readonly<{
  path: string
  names(): string[]
  read(name: string): Profile | undefined
  write(name: string, profile: Profile): void
  remove(name: string): boolean
  /** The secret with which `listen` signs. It never changes, so the receiver is configured once. */
  listenSecret(name: string): string
}>

type Content = { profiles: Record<string, Profile>; listenSecrets: Record<string, string> }

/** Stores keys on this machine, by profile name. Only the owner may read the file. */
export function openProfileFile(env: Readonly<Record<string, string | undefined>>): ProfileFile {
  const path = join(configFolder(env), 'config.json')

  const load = (): Content => {
    let text: string
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      return { profiles: {}, listenSecrets: {} }
    }
    try {
      return { profiles: {}, listenSecrets: {}, ...(JSON.parse(text) as Partial<Content>) }
    } catch {
      throw new UsageError(`${path} is not valid JSON. Fix or delete it, then run "afara login".`)
    }
  }

  // Writes a temporary file and renames it: a crash leaves the old or the new file, never half of one.
  const save = (content: Content): void => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const fresh = `${path}.${process.pid}`
    writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    chmodSync(fresh, 0o600)
    renameSync(fresh, path)
  }

  return {
    path,
    names: () => Object.keys(load().profiles),
    read: (name) => load().profiles[name],
    write: (name, profile) => {
      const content = load()
      save({ ...content, profiles: { ...content.profiles, [name]: profile } })
    },
    remove: (name) => {
      const content = load()
      const { [name]: removed, ...profiles } = content.profiles
      if (removed !== undefined) save({ ...content, profiles })
      return removed !== undefined
    },
    listenSecret: (name) => {
      const content = load()
      const known = content.listenSecrets[name]
      if (known !== undefined) return known
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      save({ ...content, listenSecrets: { ...content.listenSecrets, [name]: secret } })
      return secret
    },
  }
}

/** Returns the folder in which the command stores its files. */
export function configFolder(env: Readonly<Record<string, string | undefined>>): string {
  const base = env['XDG_CONFIG_HOME']
  return join(base === undefined || base === '' ? join(env['HOME'] ?? homedir(), '.config') : base, 'afara')
}
