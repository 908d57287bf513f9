type Fields = Readonly<Record<string, unknown>>

export type SettingReader = Readonly<{
  fields: Fields
  wrong(what: string): never
  text(name: string, shape: RegExp): string
  /** A whole number as text, or one that JSON can say exactly. */
  whole(name: string): bigint
}>

/** The settings of one line of a policy. Whatever is missing, odd or not known by name stops us: a cap that was misspelt is no cap. */
export function createSettingReader(given: unknown, names: ReadonlySet<string>, line: string): SettingReader {
  const wrong = (what: string): never => {
    throw new Error(`${line}: ${what}`)
  }
  const fields = isFields(given) ? given : wrong('it is no object')
  const unknown = Object.keys(fields).find((name) => !names.has(name))
  if (unknown !== undefined) wrong(`there is no setting ${unknown}`)
  return {
    fields,
    wrong,
    text(name, shape) {
      const value = fields[name]
      return typeof value === 'string' && shape.test(value) ? value : wrong(`${name} is missing or odd`)
    },
    whole(name) {
      const value = fields[name]
      if (typeof value === 'string' && /^(?:0|[1-9][0-9]*)$/.test(value)) return BigInt(value)
      return Number.isSafeInteger(value) && Number(value) >= 0
        ? BigInt(Number(value))
        : wrong(`${name} is no whole number`)
    },
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
