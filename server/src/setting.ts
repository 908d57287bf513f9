export type Environment = Readonly<Record<string, string | undefined>>

// How one setting is read. What is missing or wrong stops the process before it begins, and the message names it.

export function isSet(env: Environment, name: string): boolean {
  return env[name] !== undefined && env[name] !== ''
}

export function textSetting(env: Environment, name: string): string {
  const value = env[name]
  return value === undefined || value === '' ? refuseSetting(name, 'a value') : value
}

export function urlSetting(env: Environment, name: string): string {
  const value = textSetting(env, name)
  return URL.canParse(value) ? value : refuseSetting(name, 'a URL')
}

export function wholeSetting(env: Environment, name: string, wanted: string): bigint {
  const value = textSetting(env, name)
  return /^[0-9]{1,18}$/.test(value) ? BigInt(value) : refuseSetting(name, wanted)
}

/** A text of this form. */
export function matchedSetting(env: Environment, name: string, form: RegExp, wanted: string): string {
  const value = textSetting(env, name)
  return form.test(value) ? value : refuseSetting(name, wanted)
}

export function refuseSetting(name: string, wanted: string): never {
  throw new Error(`${name} must be set to ${wanted}; see docs/guides/operate.md`)
}
