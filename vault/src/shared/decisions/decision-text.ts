/** A decision of operators, read from the text that they signed. Nothing else about a decision is trusted. */
export type DecisionText = Readonly<{
  mode: string
  caseId: string
  action: string
  /** Returns the value of a key such as `transaction` or `decision.amount_minor`; undefined if the text does not have the key. */
  get(key: string): unknown
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
  }
}
