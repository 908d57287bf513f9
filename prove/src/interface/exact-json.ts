/** A JSON number as its digits, because a float would change them. */
export type Digits = Readonly<{ digits: string }>

export function digits(text: string): Digits {
  return { digits: text }
}

type Reviver = (key: string, value: unknown, context: Readonly<{ source?: string }>) => unknown

/** Parses JSON with every number as `Digits`. Returns undefined if the text is not JSON. */
export function readExactJson(text: string): unknown {
  const parse = JSON.parse as (text: string, reviver: Reviver) => unknown
  try {
    return parse(text, (_key, value, { source }) =>
      typeof value === 'number' ? digits(source ?? '') : value,
    )
  } catch {
    return undefined
  }
}

/** A value that is sent with exactly these characters, whether or not they are a number. */
export function spelled(text: string): Spelled {
  return { spelled: text }
}

type Spelled = Readonly<{ spelled: string }>

/** Writes a JSON object. A `spelled` value is written literally, and an undefined field is left out. */
export function writeJson(fields: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${isSpelled(value) ? value.spelled : JSON.stringify(value)}`,
    )
  return `{${parts.join(',')}}`
}

function isSpelled(value: unknown): value is Spelled {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'spelled')
}
