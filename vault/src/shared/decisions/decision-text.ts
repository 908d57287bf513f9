/** A decision of operators, read from the text that they signed. Nothing else about a decision is trusted. */
export type DecisionText = Readonly<{
  mode: string
  caseId: string
  action: string
  /** Returns the value of a key such as `transaction` or `decision.amount_minor`; undefined if the text does not have the key. */
  get(key: string): unknown
  /** What operators decided: the values of the keys that begin with `decision.` */
  decided: ReadonlyMap<string, unknown>
}>

const FIRST_LINE = 'Afara decision 1'
const LINE = /^([a-z0-9_.]+): (.+)$/

/** Reads `Afara decision 1` and its lines `key: <JSON value>`. Throws if any part of the text is not in that form, or a key is there twice. */
export function parseDecisionText(text: string): DecisionText {
  const [first, ...lines] = text.split('\n')
  if (first !== FIRST_LINE) throw new Error(`it does not begin with "${FIRST_LINE}"`)
  const values = new Map<string, unknown>()
  for (const line of lines) {
    const [, key, json] = LINE.exec(line) ?? []
    if (key === undefined || json === undefined) throw new Error('a line is not "key: value"')
    if (values.has(key)) throw new Error(`it has ${key} twice`)
    values.set(key, JSON.parse(json))
  }
  const required = (key: string): string => {
    const value = values.get(key)
    if (typeof value !== 'string') throw new Error(`it has no ${key}`)
    return value
  }
  return {
    mode: required('mode'),
    caseId: required('case'),
    action: required('decision.action'),
    get: (key) => values.get(key),
    decided: new Map([...values].filter(([key]) => key.startsWith('decision.'))),
  }
}

/**
 * Whether a text is about the case and the version of its row. Otherwise it is a copy, perhaps of a proposal that was withdrawn, and its
 * signatures were given for another row. A text that cannot be read stays, so that the reader of it tells why.
 */
export function isTextOf(text: string, row: Readonly<{ case_id: string; version: number }>): boolean {
  try {
    const { caseId, get } = parseDecisionText(text)
    return caseId === row.case_id && get('version') === row.version
  } catch {
    return true
  }
}

/** Returns the values of a resolution by the keys that the text of a decision has for them. */
export function flattenResolution(
  value: unknown,
  name = 'decision',
): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && value.length === 0))
    return [[name, value]]
  return Object.entries(value).flatMap(([key, inner]) => flattenResolution(inner, `${name}.${key}`))
}
