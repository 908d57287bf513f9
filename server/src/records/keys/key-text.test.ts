import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { generateKey, readKey } from './key-text.ts'

const modes = ['live', 'test'] as const

test('a new key says its mode and its cell', () => {
  for (const mode of modes) {
    const key = generateKey({ mode, cell: 'lag1' })
    expect(key).toMatch(new RegExp(`^svc_${mode}_lag1_[1-9A-HJ-NP-Za-km-z]{44}_[1-9A-HJ-NP-Za-km-z]{6}$`))
    expect(readKey(key)).toEqual({ outcome: 'well_formed', key: { mode, cell: 'lag1' } })
  }
})

test('no two keys are alike, and every character of the secret after the first varies', () => {
  const secrets = Array.from(
    { length: 500 },
    () => generateKey({ mode: 'test', cell: 'a' }).split('_')[3] ?? '',
  )
  expect(new Set(secrets).size).toBe(500)
  // The first character has few possible values. If another one were constant, random bits would be lost.
  for (let at = 1; at < 44; at += 1)
    expect(new Set(secrets.map((secret) => secret[at])).size).toBeGreaterThan(20)
})

test('one wrong character is detected without a look-up', () => {
  const key = generateKey({ mode: 'live', cell: 'lag1' })
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom('1', 'A', 'Z', 'x', '_', '-'), (at, character) => {
      fc.pre(key[at] !== character)
      const typed = key.slice(0, at) + character + key.slice(at + 1)
      expect(readKey(typed).outcome).not.toBe('well_formed')
    }),
    { numRuns: 500 },
  )
})

test('a key whose mode or cell was edited is mistyped, not a key of that mode or cell', () => {
  const key = generateKey({ mode: 'test', cell: 'lag1' })
  expect(readKey(key.replace('svc_test_', 'svc_live_')).outcome).toBe('mistyped')
  expect(readKey(key.replace('_lag1_', '_lag2_')).outcome).toBe('mistyped')
})

test('a text that does not have the form of a key is malformed', () => {
  const key = generateKey({ mode: 'test', cell: 'lag1' })
  const texts = [
    '',
    'sk_test_123',
    `${key} `,
    ` ${key}`,
    `${key}\n`,
    key.slice(0, -1),
    key.toUpperCase(),
    'svc_prod_a_b_c',
  ]
  for (const text of texts) expect(readKey(text).outcome).toBe('malformed')
})

test('a cell name that would break the key format is refused', () => {
  for (const cell of ['', 'Lagos', 'a_b', 'ninechars']) {
    expect(() => generateKey({ mode: 'test', cell })).toThrow(/a cell name must have/)
  }
})
