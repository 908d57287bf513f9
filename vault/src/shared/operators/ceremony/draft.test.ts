import { expect, test } from 'vitest'
import { bisi, chidi, createPerson, signedBy, writeAssertion } from '../../../../test/passkeys.ts'
import { appendDraft, readDraft, signDraft, writeDraft } from './draft.ts'

type Person = typeof bisi

const fieldsOf = ({ id, name, passkeys }: Person) => ({
  id,
  name,
  credentials: passkeys.map((passkey) => ({ id: passkey.id, key: passkey.key })),
})
const people = [bisi, chidi].map(fieldsOf)
const site = { origin: 'http://localhost' }

/** The assertion of a person as the operators file has it. */
const signatureOf = (person: Person, file: string, line: string) =>
  writeAssertion(signedBy(person, readDraft(file, line).signed.statement.text))

/** An operators file with one statement, which both people signed. */
function firstFile(): string {
  const line = writeDraft('', people, site)
  const one = signDraft('', line, signatureOf(bisi, '', line))
  expect([one.isComplete, one.signedBy, one.left]).toEqual([false, [bisi.name], [chidi.name]])
  const both = signDraft('', one.line, signatureOf(chidi, '', one.line))
  expect(both.isComplete).toBe(true)
  return appendDraft('', both)
}

test('a draft keeps what the statement before it says, unless something else is given', () => {
  const file = firstFile()
  const { statement } = readDraft(file, writeDraft(file, people, {})).signed
  expect([statement.number, statement.party.id, statement.people.test]).toEqual([2, 'localhost', 1])
  const changed = writeDraft(file, people, {
    rpId: 'afara.example',
    origin: 'https://people.afara.example',
    consoleOrigin: 'https://console.afara.example',
    peopleTest: 2,
  })
  const next = readDraft(file, changed).signed.statement
  expect([next.party.id, next.consoleOrigin, next.people.test]).toEqual([
    'afara.example',
    'https://console.afara.example',
    2,
  ])
})

test('people that cannot be read make no draft', () => {
  expect(() => writeDraft('', people, {})).toThrow('--origin')
  expect(() => writeDraft('', { people }, site)).toThrow('the people must be a list')
  for (const wrong of [
    7,
    { ...people[0], credentials: 'none' },
    { ...people[0], credentials: [7] },
    { ...people[0], credentials: [{ id: 'x', cose: 7 }] },
  ])
    expect(() => writeDraft('', [wrong, people[1]], site)).toThrow('the new statement')
})

test('only a line that follows the file is a draft', () => {
  const file = firstFile()
  const next = writeDraft(file, people, {})
  expect(() => readDraft(file, '')).toThrow('not one statement')
  expect(() => readDraft('', file + next)).toThrow('not one statement')
  expect(() => readDraft('', next)).toThrow('does not follow the operators file')
  expect(() => readDraft(file, file)).toThrow('does not follow the operators file')
})

test('only an operator who has not signed yet adds a signature', () => {
  const file = firstFile()
  const line = writeDraft(file, people, {})
  const one = signDraft(file, line, signatureOf(bisi, file, line))
  expect(() => signDraft(file, one.line, signatureOf(bisi, file, one.line))).toThrow('has signed it already')
  const stranger = createPerson(9, 'Sade')
  expect(() => signDraft(file, line, writeAssertion(signedBy(stranger, 'else')))).toThrow(
    'is not of an operator',
  )
  for (const wrong of [7, {}, { response: 7 }, { id: 'x', response: {} }])
    expect(() => signDraft(file, line, wrong)).toThrow('the signature')
})
