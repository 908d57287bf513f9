/** A number of a JSON text by its own digits: what a float makes of them is not what was sent. */
export type Digits = Readonly<{ digits: string }>

export function digits(text: string): Digits {
  return { digits: text }
}

type Reviver = (key: string, value: unknown, context: Readonly<{ source?: string }>) => unknown

/** JSON in which every number is a `Digits`; undefined when the text is not JSON. */
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

/** A number that is sent with exactly these characters, be they a number or not. */
export function spelled(text: string): Spelled {
  return { spelled: text }
}

type Spelled = Readonly<{ spelled: string }>

/** A JSON object whose fields are printed as JSON, but for what was `spelled`. Undefined fields are left out. */
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
