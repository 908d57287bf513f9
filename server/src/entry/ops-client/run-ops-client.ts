import { readFile, stat } from 'node:fs/promises'
import { Refusal } from '../../kernel/refusal.ts'
import type { PasskeyAnswer } from './authenticator-program.ts'
import type { Client, OpsClientHost } from './client.ts'
import { askPeople, PeopleRefusal } from './people-client.ts'
import { requestSignature } from './sign-decision.ts'
import { login, signInHere } from './sign-in.ts'

// The people process refuses larger files, too.
const MOST_FILE_BYTES = 20_000_000
// A command decides a few things at most. More questions than this are a fault.
const MOST_ROUNDS = 20

/** Runs one `afara ops` command at the people process and returns the exit code. */
export async function runOpsClient(args: readonly string[], host: OpsClientHost): Promise<number> {
  try {
    const config = host.readConfig()
    const client: Client = { ...host, config, session: host.openSession(config) }
    const [word] = args
    if (word === 'login') return await login(client)
    if (word === 'logout') return await logout(client)
    if (word === 'whoami') return await whoami(client)
    return await runCommand(client, args)
  } catch (error) {
    host.printError(explain(error))
    return 1
  }
}

type CommandBody = {
  args: readonly string[]
  files: Record<string, string>
  signatures: PasskeyAnswer[]
  case_id?: string
}

/** Sends a command. Sends it again with a signature or a file for as long as the people process asks for one. */
async function runCommand(client: Client, args: readonly string[]): Promise<number> {
  const body: CommandBody = { args, files: {}, signatures: [] }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    try {
      const answer = await asSignedIn(client, async (token) =>
        askPeople(client.config.url, { path: 'commands', token, body }),
      )
      return print(client, answer)
    } catch (error) {
      if (!(error instanceof PeopleRefusal)) throw error
      if (error.code === 'signature_required') {
        const signature = await requestSignature(client, error.detail)
        if (signature !== undefined) body.signatures.push(signature)
        body.case_id = String(error.detail.case_id)
      } else if (error.code === 'file_required') {
        const name = String(error.detail.name)
        body.files[name] = await readNamedFile(args, name)
      } else throw error
    }
  }
  throw new Refusal(
    'internal',
    'The people process asked for too many signatures or files. Tell the engineers which command you ran.',
  )
}

function print({ print: out, printError }: Client, answer: Readonly<Record<string, unknown>>): number {
  for (const line of answer.output as string[]) out(line)
  for (const line of answer.errors as string[]) printError(line)
  return Number(answer.exit_code)
}

/** Sends a file only if the operator named it on the command line, whatever the people process asks for. */
async function readNamedFile(args: readonly string[], name: string): Promise<string> {
  const found = args.includes(name) ? await stat(name).catch(() => undefined) : undefined
  // Checked before the file is read: a device or an endless file would fill the memory.
  if (found?.isFile() !== true)
    throw new Refusal('not_found', `"${name}" cannot be read. Pass the path of a file.`)
  if (found.size > MOST_FILE_BYTES) {
    throw new Refusal(
      'statement_unreadable',
      `"${name}" is larger than ${MOST_FILE_BYTES / 1_000_000} MB. Ask the bank for fewer days at a time.`,
    )
  }
  return readFile(name, 'base64')
}

/** Runs a request with the token. If the session has ended and a program can sign in, signs in first. */
async function asSignedIn<T>(client: Client, request: (token: string | undefined) => Promise<T>): Promise<T> {
  try {
    return await request(client.session.read())
  } catch (error) {
    if (!isSignedOut(error)) throw error
    if (client.config.authenticator === undefined) {
      throw new Refusal('session_missing', `${error.message} Run: npx afara ops login`, { cause: error })
    }
    return request(await signInHere(client, client.config.authenticator))
  }
}

async function logout({ config, session, print: out }: Client): Promise<number> {
  const token = session.read()
  if (token !== undefined) {
    try {
      await endSession(config.url, token)
    } catch (error) {
      // A session that has ended needs no end.
      if (!isSignedOut(error)) throw error
    }
    session.remove()
  }
  out('You are signed out.')
  return 0
}

async function endSession(url: string, token: string): Promise<void> {
  const { session } = await askPeople(url, { method: 'GET', path: 'sessions/current', token })
  const { session_id: id } = session as { session_id: string }
  await askPeople(url, { path: `sessions/${id}/revoke`, token })
}

function isSignedOut(error: unknown): error is PeopleRefusal {
  return error instanceof PeopleRefusal && error.code.startsWith('session_')
}

async function whoami(client: Client): Promise<number> {
  const { person } = await asSignedIn(client, async (token) =>
    askPeople(client.config.url, { method: 'GET', path: 'sessions/current', token }),
  )
  const { name, email, roles } = person as { name: string; email: string; roles: string[] }
  client.print(`${name} <${email}>, ${roles.join(', ')}`)
  return 0
}

function explain(error: unknown): string {
  if (error instanceof Refusal || error instanceof PeopleRefusal)
    return `Rejected (${error.code}): ${error.message}`
  const { message, cause } = error as Error
  if (message === 'fetch failed') {
    const why = (cause as Error | undefined)?.message ?? message
    return `The people process does not answer (${why}). Start it with "npm run dev", or check PEOPLE_URL.`
  }
  // The connection may have been lost after the commit.
  return `Failed: ${message}. Check whether it was done before you try again.`
}
