import { hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readSignedStatements, verifyOperators } from '../operators-file.ts'
import type { Statement } from '../statement.ts'
import { appendDraft, type Draft, readDraft, signDraft, writeDraft } from './draft.ts'

type Print = (line: string) => void

const USAGE = `npm run operators -- <command>

  first <file> <people> --origin <url>   draft the first statement of a new operators file
  next <file> <people>                   draft the next statement, with exactly these people
  show <file>                            show the draft, and how to sign it
  sign <file> <signature>                add a signature to the draft; the last one puts the draft into the file
  verify <file> [--root <hash>]          verify the file as signer and payer do, and show who may sign now

<people> is a JSON file: [{"id": …, "name": …, "credentials": [{"id": …, "cose": …}]}]. <signature> is a JSON file, as the browser returns
it. The draft is <file>.next. first and next take --rp-id <host>, --origin <url>,
--console-origin <url> and --people-test <1|2>; next keeps the earlier values.`

/** Runs a command of the operator ceremony. Returns whether it succeeded. */
export function runOperators(args: readonly string[], print: Print): boolean {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      origin: { type: 'string' },
      'console-origin': { type: 'string' },
      'rp-id': { type: 'string' },
      'people-test': { type: 'string' },
      root: { type: 'string' },
    },
  })
  const [command, file, given, ...others] = positionals
  if (file === undefined || others.length > 0) {
    print(USAGE)
    return false
  }
  const site = {
    ...(values.origin !== undefined && { origin: values.origin }),
    ...(values['console-origin'] !== undefined && { consoleOrigin: values['console-origin'] }),
    ...(values['rp-id'] !== undefined && { rpId: values['rp-id'] }),
    ...(values['people-test'] !== undefined && { peopleTest: Number(values['people-test']) }),
  }
  if ((command === 'first' || command === 'next') && given !== undefined) {
    if (existsSync(file) === (command === 'first'))
      throw new Error(command === 'first' ? `${file} exists already` : `${file} does not exist`)
    writeFileSync(`${file}.next`, writeDraft(read(file), readJson(given), site))
    showDraft(file, print)
    return true
  }
  if (command === 'show' && given === undefined) {
    showDraft(file, print)
    return true
  }
  if (command === 'sign' && given !== undefined) {
    addSignature(file, given, print)
    return true
  }
  if (command === 'verify' && given === undefined) {
    verify(file, values.root, print)
    return true
  }
  print(USAGE)
  return false
}

function addSignature(file: string, given: string, print: Print): void {
  const draft = signDraft(read(file), readFileSync(`${file}.next`, 'utf8'), readJson(given))
  if (!draft.isComplete) {
    writeFileSync(`${file}.next`, draft.line)
    print(`signed by ${draft.signedBy.join(', ')}. Not signed by ${draft.left.join(', ')}`)
    return
  }
  // A reader sees the old file or the new one, never a part of it.
  writeFileSync(`${file}.new`, appendDraft(read(file), draft))
  renameSync(`${file}.new`, file)
  rmSync(`${file}.next`)
  print(`signed by ${draft.signedBy.join(', ')}. It is in ${file}`)
  verify(file, undefined, print)
}

function verify(file: string, root: string | undefined, print: Print): void {
  const text = readFileSync(file, 'utf8')
  const first = readSignedStatements(text)[0]?.statement
  const statements = verifyOperators(text, root ?? first?.hash ?? '')
  print(`operators_root: ${first?.hash}`)
  const last = statements.at(-1)
  if (last !== undefined) showStatement(last, print)
}

function showStatement({ number, party, consoleOrigin, people, operators }: Statement, print: Print): void {
  const sites = [party.origin, consoleOrigin].filter((site) => site !== undefined).join(' and ')
  print(`statement ${number}, for ${sites}: ${people.live} people for live, ${people.test} for test`)
  for (const { name, id, credentials } of operators) {
    const keys = credentials.map(({ key }) =>
      hash('sha256', key.export({ format: 'der', type: 'spki' }))
        .slice(0, 8)
        .toUpperCase(),
    )
    print(`  ${name} ${id}, keys ${keys.join(', ')}`)
  }
}

function showDraft(file: string, print: Print): void {
  const draft = readDraft(read(file), readFileSync(`${file}.next`, 'utf8'))
  const { statement } = draft.signed
  showStatement(statement, print)
  print(`to be signed by ${draft.left.join(', ')}. Compare the code: ${codeOf(statement.hash)}`)
  print(`In a browser, open ${draft.judges.party.origin}, and enter in its console:`)
  print(`  ${snippetOf(draft)}`)
}

function codeOf(digits: string): string {
  return `${digits.slice(0, 4)}-${digits.slice(4, 8)}`.toUpperCase()
}

/** Returns a line for the console of a browser. It copies the signature to the clipboard. */
function snippetOf({ judges, signed }: Draft): string {
  const options = {
    challenge: Buffer.from(signed.statement.hash, 'hex').toString('base64url'),
    rpId: judges.party.id,
    userVerification: 'required',
    allowCredentials: judges.operators.flatMap(({ credentials }) =>
      credentials.map(({ id }) => ({ type: 'public-key', id })),
    ),
  }
  return `copy(JSON.stringify(await navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)})})))`
}

function read(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
