import { type Schema, typesOf } from '../document/schema.ts'

/** A value, as JSON text, that should break one keyword of its schema. */
export type BrokenValue = Readonly<{ keyword: string; variant: string; json: string }>

const valuesByType: ReadonlyArray<readonly [type: string, json: string]> = [
  ['number', '12.5'],
  ['string', '"text"'],
  ['boolean', 'true'],
  ['null', 'null'],
  ['array', '["text"]'],
  ['object', '{"a":1}'],
]

/** Texts that most patterns refuse. The first one that breaks only the pattern is used. */
const oddTexts = [
  '',
  ' ',
  '!',
  'a b',
  'é',
  '１２３４５６７８９０',
  '🙂',
  '\n',
  'a\u0000',
  '\u007f',
  '00000000000',
  'a'.repeat(70),
]

/** Yields values that should each break one rule of a field. The caller checks that they break no other rule. */
export function* brokenValues(schema: Schema): Generator<BrokenValue> {
  const types = typesOf(schema)
  for (const [type, json] of types.length === 0 ? [] : valuesByType) {
    const isAllowed = types.includes(type) || (type === 'number' && types.includes('integer'))
    if (!isAllowed) yield { keyword: 'type', variant: type, json }
  }
  if (schema.enum !== undefined) {
    for (const json of types.length === 0 ? ['null', '1', '[]', '{}'] : [])
      yield { keyword: 'enum', variant: json, json }
    const near = schema.enum.map(String).flatMap((text) => [`${text} `, text.toUpperCase(), `${text}x`, ''])
    for (const other of new Set(near)) {
      if (!schema.enum.includes(other))
        yield { keyword: 'enum', variant: JSON.stringify(other), json: JSON.stringify(other) }
    }
  }
  if (schema.const !== undefined) yield { keyword: 'const', variant: 'another', json: '"another"' }
  if (schema.minLength !== undefined && schema.minLength > 0) {
    yield {
      keyword: 'minLength',
      variant: 'shorter by one',
      json: JSON.stringify('a'.repeat(schema.minLength - 1)),
    }
  }
  if (schema.maxLength !== undefined) {
    for (const more of [1, 1000]) {
      const text = 'a'.repeat(schema.maxLength + more)
      yield { keyword: 'maxLength', variant: `longer by ${more}`, json: JSON.stringify(text) }
    }
  }
  if (schema.pattern !== undefined) {
    for (const text of oddTexts) {
      yield { keyword: 'pattern', variant: JSON.stringify(text).slice(0, 20), json: JSON.stringify(text) }
    }
  }
  if (schema.minimum !== undefined)
    yield { keyword: 'minimum', variant: 'less', json: String(schema.minimum - 1) }
  if (schema.maximum !== undefined)
    yield { keyword: 'maximum', variant: 'more', json: String(schema.maximum + 1) }
}
