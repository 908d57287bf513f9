type Environment = Readonly<Record<string, string | undefined>>

export function textSetting(env: Environment, name: string): string {
  return env[name] || refuseSetting(name, 'a value')
}

/** A setting that is missing or wrong stops the process before it begins, and the message names it. */
export function refuseSetting(name: string, wanted: string): never {
  throw new Error(`${name} must be set to ${wanted}; see vault/README.md`)
}
