import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bisi,
  chidi,
  createPerson,
  dayo,
  operatorsOf,
  signedBy,
  writeAssertion,
} from '../../../../test/passkeys.ts'
import { coseToSpki } from '../cose-key.ts'
import { readSignedStatements, verifyOperators } from '../operators-file.ts'
import { runOperators } from './run-operators.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')

let folder: string
let file: string
let said: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afara-ceremony-'))
  file = join(folder, 'operators.jsonl')
  said = []
})

afterEach(() => rmSync(folder, { recursive: true }))

type Person = typeof bisi

const run = (...args: readonly string[]): boolean => runOperators(args, (line) => said.push(line))

const write = (name: string, value: unknown): string => {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(value))
  return path
}

const peopleFile = (...people: readonly Person[]): string => write('people.json', operatorsFields(people))

const operatorsFields = (people: readonly Person[]) =>
  people.map(({ id, name, passkeys }) => ({
    id,
    name,
    credentials: passkeys.map((passkey) => ({ id: passkey.id, key: passkey.key })),
  }))

/** Writes a person's signature of the draft, as the browser returns it. */
const signature = (person: Person): string => {
  const [draft] = readSignedStatements(readFileSync(`${file}.next`, 'utf8'))
  const {
    credential_id,
    authenticator_data,
    client_data,
    signature: bytes,
  } = writeAssertion(signedBy(person, draft?.statement.text ?? ''))
  return write(`${person.name}.json`, {
    id: credential_id,
    rawId: credential_id,
    type: 'public-key',
    response: { authenticatorData: authenticator_data, clientDataJSON: client_data, signature: bytes },
  })
}

const namesNow = (): string[] => {
  const [first] = readSignedStatements(readFileSync(file, 'utf8'))
  return (
    verifyOperators(readFileSync(file, 'utf8'), first?.statement.hash ?? '')
      .at(-1)
      ?.operators.map(({ name }) => name) ?? []
  )
}

const begin = (...people: readonly Person[]): void => {
  run('first', file, peopleFile(...people), '--origin', 'http://localhost')
  for (const person of people) run('sign', file, signature(person))
}

test('everybody in the first statement signs it, and two operators sign a change', () => {
  begin(bisi, chidi)
  expect(namesNow()).toEqual(['Bisi', 'Chidi'])
  run('next', file, peopleFile(chidi, dayo))
  run('sign', file, signature(bisi))
  expect(namesNow()).toEqual(['Bisi', 'Chidi'])
  run('sign', file, signature(chidi))
  expect(namesNow()).toEqual(['Chidi', 'Dayo'])
  expect(said.join('\n')).toContain(`It is in ${file}`)
})

test('a person who joins cannot sign for themselves, and nobody signs twice', () => {
  begin(bisi, chidi)
  run('next', file, peopleFile(bisi, chidi, dayo))
  const drafted = readFileSync(`${file}.next`, 'utf8')
  expect(() => run('sign', file, signature(dayo))).toThrow('a signature is not of an operator')
  run('sign', file, signature(bisi))
  expect(() => run('sign', file, signature(bisi))).toThrow('this person has signed it already')
  expect(namesNow()).toEqual(['Bisi', 'Chidi'])
  writeFileSync(`${file}.next`, drafted.replace('"number":2', '"number":3'))
  expect(() => run('show', file)).toThrow('the draft does not follow')
})

test('a file that exists is not begun again, and one that does not exist is not continued', () => {
  expect(() => run('next', file, peopleFile(bisi, chidi))).toThrow('does not exist')
  begin(bisi, chidi)
  expect(() => run('first', file, peopleFile(bisi, chidi), '--origin', 'http://localhost')).toThrow(
    'exists already',
  )
  expect(() => run('verify', file, '--root', '0'.repeat(64))).toThrow('operators_root')
  expect(run('sing', file)).toBe(false)
})

test('a statement for one operator, or for one person in live mode, cannot be drafted', () => {
  const first = (people: string) => () => run('first', file, people, '--origin', 'http://localhost')
  expect(first(peopleFile(bisi))).toThrow('at least two operators')
  expect(() => run('first', file, peopleFile(bisi, chidi))).toThrow('--origin')
  run('first', file, peopleFile(bisi, chidi), '--origin', 'http://localhost', '--people-test', '1')
  expect(said[0]).toContain('2 people for live, 1 for test')
})

// Keys as authenticators return them, with the same key from its parts.
test.each([
  [
    'ES256',
    'a501020326200121582065eda5a12577c2bae829437fe338701a10aaa375e1bb5b5de108de439c08551d2258201e52ed75701163f7f9e40ddf9f341b3dc9ba860af7e0ca7ca7e9eecd0084d19c',
    'ec',
  ],
  [
    'EdDSA',
    'a4010103272006215820d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    'ed25519',
  ],
])('a COSE key of %s becomes the key of the operators file', (_what, cose, kind) => {
  const spki = coseToSpki(Buffer.from(cose, 'hex'))
  const person = createPerson(9, 'Eve', {
    ...bisi.passkeys[0],
    key: spki.toString('base64url'),
  } as Person['passkeys'][0])
  const { key } = operatorsOf([person, chidi]).current().operators[0]?.credentials[0] ?? {}
  expect(key?.asymmetricKeyType).toBe(kind)
})

test.each(['', 'a0', '01', 'a501020326', 'a101f6'])('bytes that are no COSE key are refused: %s', (cose) => {
  expect(() => coseToSpki(Buffer.from(cose, 'hex'))).toThrow(/public key|outside|range/)
})

test('two operators name the people, and change them, as in the runbook', async () => {
  const people = join(folder, 'people.json')
  const sections = readSections()
  const follow = async (heading: string, values: Readonly<Record<string, string>>): Promise<string> => {
    let all = ''
    for (const script of sections.get(heading) ?? [])
      for (const line of script.split('\n').filter((one) => one !== '' && !one.startsWith('#'))) {
        // Each person signs the draft as it is now.
        const signed = line.includes(' sign ')
          ? { SIGNATURE: signature(bisi), ANOTHER: signature(chidi) }
          : {}
        const command = line.replace('npm run operators --', 'node vault/src/main-operators.ts')
        const { stdout } = await promisify(execFile)('bash', ['-euc', command], {
          cwd: ROOT,
          env: { ...process.env, FILE: file, PEOPLE: people, ...values, ...signed },
        })
        all += stdout
      }
    return all
  }
  peopleFile(bisi, chidi)
  const first = await follow('The first statement', { ORIGIN: 'http://localhost' })
  const root = /operators_root: ([0-9a-f]{64})/.exec(first)?.[1] ?? ''
  expect(first).toContain('navigator.credentials.get')
  peopleFile(bisi, dayo)
  expect(await follow('A change', { ROOT: root })).toContain('statement 2, for http://localhost')
  expect(namesNow()).toEqual(['Bisi', 'Dayo'])
  expect(await follow('Name the people who may sign decisions', {})).toContain('Dayo')
})

function readRunbook(): string {
  return readFileSync(join(ROOT, 'docs/runbooks/operator-ceremony.md'), 'utf8')
}

/** Returns the commands of the runbook, by heading. */
function readSections(): ReadonlyMap<string, readonly string[]> {
  const text = readRunbook()
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(({ index, 1: script = '' }) => ({
    heading: [...text.slice(0, index).matchAll(/^#+ ([A-Z].*)$/gm)].at(-1)?.[1] ?? '',
    script,
  }))
  return new Map(
    [...Map.groupBy(blocks, ({ heading }) => heading)].map(([heading, found]) => [
      heading,
      found.map(({ script }) => script),
    ]),
  )
}
