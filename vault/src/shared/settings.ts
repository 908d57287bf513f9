type Fields = Readonly<Record<string, unknown>>

export type SettingReader = Readonly<{
  fields: Fields
  wrong(what: string): never
  text(name: string, shape: RegExp): string
  /** Reads a whole number, as text or as a number that JSON represents exactly. */
  whole(name: string): bigint
}>

/** Reads the hash of the first statement of the operators file. A policy without it would trust any operators file. */
export function readOperatorsRoot(given: unknown): string {
  if (typeof given === 'string' && /^[0-9a-f]{64}$/.test(given)) return given
  throw new Error('operators_root of the policy must be the hash of the first operators statement')
}

/** Reads the settings of one entry of a policy. A missing, invalid or unknown setting throws: a misspelt cap would not be enforced. */
export function createSettingReader(given: unknown, names: ReadonlySet<string>, line: string): SettingReader {
  const wrong = (what: string): never => {
    throw new Error(`${line}: ${what}`)
  }
  const fields = isFields(given) ? given : wrong('it is not an object')
  const unknown = Object.keys(fields).find((name) => !names.has(name))
  if (unknown !== undefined) wrong(`the setting ${unknown} does not exist`)
  return {
    fields,
    wrong,
    text(name, shape) {
      const value = fields[name]
      return typeof value === 'string' && shape.test(value) ? value : wrong(`${name} is missing or not valid`)
    },
    whole(name) {
      const value = fields[name]
      if (typeof value === 'string' && /^(?:0|[1-9][0-9]*)$/.test(value)) return BigInt(value)
      return Number.isSafeInteger(value) && Number(value) >= 0
        ? BigInt(Number(value))
        : wrong(`${name} is not a whole number`)
    },
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the tokens that each business may have without a cause in test mode, in kobo. By default none. */
export function readUncaused(given: unknown): bigint {
  if (given === undefined) return 0n
  if (typeof given !== 'string' || !/^(?:0|[1-9][0-9]*)$/.test(given))
    throw new Error('uncaused_test_minor of the policy must be a whole number of kobo, as text')
  return BigInt(given)
}
