import { expect, test } from 'vitest'
import { bisi, chidi, ORIGIN, statementOf } from '../../../test/passkeys.ts'
import { signersOf, signingProblem } from './signed-by.ts'
import { readStatement } from './statement.ts'

const CONSOLE = 'http://localhost:8086'
const TEXT = 'Afara decision 1'
const at = (person: typeof bisi, origin: string) =>
  person.passkeys.map((passkey) => passkey.assert(TEXT, { origin }))

const without = readStatement(statementOf([bisi, chidi]), 'a statement')
const withConsole = readStatement(statementOf([bisi, chidi], { console_origin: CONSOLE }), 'a statement')

test('operators sign at the console only if their statement names it', () => {
  const assertions = [...at(bisi, CONSOLE), ...at(chidi, ORIGIN)]
  expect(signersOf(withConsole, TEXT, assertions).people).toEqual(new Set([bisi.id, chidi.id]))
  expect(signersOf(without, TEXT, assertions)).toEqual({
    people: new Set([chidi.id]),
    problems: ['the signature of Bisi does not count: it was made for another origin'],
  })
  expect(signingProblem('live', { text: TEXT, assertions }, without)).toContain('1 of 2 people signed it')
  expect(signingProblem('live', { text: TEXT, assertions }, withConsole)).toBeUndefined()
})

test('a signature that names no site, or a third one, never counts', () => {
  for (const origin of ['http://localhost:8087', 'undefined', 'null', ''])
    for (const statement of [without, withConsole])
      expect(signersOf(statement, TEXT, at(bisi, origin)).people.size).toBe(0)
})

test('both sites must be of the same relying party', () => {
  const elsewhere = statementOf([bisi, chidi], { console_origin: 'https://console.example.com' })
  expect(() => readStatement(elsewhere, 'a statement')).toThrow('console_origin is not a site of rp_id')
})
