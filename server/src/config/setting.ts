import { isIP } from 'node:net'

export type Environment = Readonly<Record<string, string | undefined>>

// Functions that read one setting. A missing or invalid setting stops the process at start, and the error names the setting.

export function isSet(env: Environment, name: string): boolean {
  return env[name] !== undefined && env[name] !== ''
}

export function readText(env: Environment, name: string): string {
  const value = env[name]
  return value === undefined || value === '' ? refuseSetting(name, 'a value') : value
}

export function readUrl(env: Environment, name: string): string {
  const value = readText(env, name)
  return URL.canParse(value) ? value : refuseSetting(name, 'a URL')
}

/** Reads a URL to which paths are appended, without a trailing slash. */
export function readBaseUrl(env: Environment, name: string): string {
  return readUrl(env, name).replace(/\/$/, '')
}

export function readPort(env: Environment, name: string): number {
  const value = readText(env, name)
  const isPort = /^[0-9]{1,5}$/.test(value) && Number(value) <= 65_535
  return isPort ? Number(value) : refuseSetting(name, 'a port number')
}

export type Listener = Readonly<{ host: string; port: number }>

/** Reads `<name>_HOST` and `<name>_PORT`. */
export function readListener(env: Environment, name: string): Listener {
  return { host: readText(env, `${name}_HOST`), port: readPort(env, `${name}_PORT`) }
}

export function readWholeNumber(env: Environment, name: string, wanted: string): bigint {
  const value = readText(env, name)
  return /^[0-9]{1,18}$/.test(value) ? BigInt(value) : refuseSetting(name, wanted)
}

/** Reads whole naira as kobo; `usualMinor` if not set. */
export function readNairaMinor(env: Environment, name: string, usualMinor: bigint): bigint {
  return isSet(env, name) ? readWholeNumber(env, name, 'a whole number of naira') * 100n : usualMinor
}

/** Reads whole seconds as milliseconds; `usualSeconds` if not set. */
export function readSecondsMs(env: Environment, name: string, usualSeconds: number, maxSeconds = 60): number {
  if (!isSet(env, name)) return usualSeconds * 1000
  const value = readText(env, name)
  const isWhole = /^[1-9][0-9]{0,3}$/.test(value) && Number(value) <= maxSeconds
  return isWhole
    ? Number(value) * 1000
    : refuseSetting(name, `a whole number of seconds from 1 to ${maxSeconds}`)
}

/** Reads a text that matches `form`. */
export function readMatching(env: Environment, name: string, form: RegExp, wanted: string): string {
  const value = readText(env, name)
  return form.test(value) ? value : refuseSetting(name, wanted)
}

/** Reads a list of networks; empty if not set. */
export function readNetworks(env: Environment, name: string): readonly string[] {
  const list = (env[name] ?? '').split(',').map((part) => part.trim())
  return list
    .filter((part) => part !== '')
    .map((part) => {
      const [address = '', bits, ...rest] = part.split('/')
      const maxBits = isIP(address) === 4 ? 32 : 128
      const isNetwork = bits === undefined || (/^[0-9]{1,3}$/.test(bits) && Number(bits) <= maxBits)
      if (isIP(address) > 0 && isNetwork && rest.length === 0) return part
      return refuseSetting(name, 'a list of networks such as 10.0.0.0/8,fd00::/8')
    })
}

export function refuseSetting(name: string, wanted: string): never {
  throw new Error(`set ${name} to ${wanted} (see docs/operate/settings.md)`)
}
