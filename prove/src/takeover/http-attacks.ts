import { hash, randomBytes } from 'node:crypto'
import { addPages } from '@afara/server/entry/people/pages/page-routes.ts'
import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { hashDecision } from '@afara/server/records/decisions/decision-text.ts'
import { browserAssertion } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import type { Reply } from '../people/people-client.ts'
import type { Attacker } from './attackers.ts'
import type { Route } from './attempt.ts'
import { type DocumentedRoute, readRoutes } from './documents.ts'
import { isOfKey, type Mine } from './guarded.ts'
import type { Proposal } from './proposals.ts'
import type { Recorder } from './recorder.ts'
import { passkeyOf, type Stage } from './stage.ts'

/** A colleague's own things, which an attacker aims at. */
export type Target = Readonly<{ session: string; passkey: string; userCode: string; seen: object }>

const PREFIX = '/people/v1'
const { id: rpId, origin } = testRelyingParty

/** A person may add a passkey to themselves. The vault counts all of them as one person. */
const ownPasskey =
  (operator: string): Mine =>
  ({ table, before, after }) =>
    table === 'passkey' && (after ?? before)?.operator_id === operator

export const peopleRoutes = readRoutes('openapi-people.json')
/** Test keys move test money in the sandbox by themselves. Those routes exist in no live mode. */
export const publicRoutes = readRoutes('openapi.json').filter(({ path }) => !path.startsWith('/sandbox/'))
export const pageRoutes = readPages()

/** Returns what the product says about an answer. A command that ran has its own exit code. */
export function saidOf({ code, body }: Reply): string {
  if (code !== 'ok') return code
  if (body.exit_code === undefined || body.exit_code === 0) return 'accepted'
  return /\(([a-z_]+)\)/.exec(String((body.errors as string[] | undefined)?.[0]))?.[1] ?? 'command_refused'
}

/** Tries to have a proposal of one operator approved, over HTTP. */
export async function attackDecision(
  stage: Stage,
  recorder: Recorder,
  attackers: readonly Attacker[],
  {
    proposal,
    request,
    seen,
    turn,
  }: Readonly<{ proposal: Proposal; request: string; seen: object; turn: number }>,
): Promise<void> {
  const { client, peopleUrl, stack } = stage
  const { kind, caseId, text } = proposal
  const args = ['approve', formatId('case', caseId)]
  for (const attacker of attackers) {
    const { holder, operator, tokens } = attacker
    const sign = (signed: string, place?: string) => assertionOf(operator, hashDecision(signed), place)
    const forms: readonly (readonly [string, object])[] = [
      ['sends the colleague’s signature of another decision', browserOf(seen)],
      ...(attacker.hasPasskey
        ? ([
            ['signs the approval too', sign(text)],
            ['signs it with a second passkey', sign(text, 'second')],
            ['sends a signature of another text', sign(`${text} `)],
          ] as const)
        : []),
    ]
    const [what, signature] = forms[turn % forms.length] as readonly [string, object]
    const about = { holder, kind } as const
    const token = tokens[turn % tokens.length] ?? ''
    await recorder.attempt({ ...about, route: 'commands', through: 'approve', what }, async () =>
      saidOf(await client.ask('POST', '/commands', { token, body: { args, signatures: [signature] } })),
    )
    const path = `/signatures/${request}/sign`
    await recorder.attempt({ ...about, route: 'people API', through: path, what }, async () =>
      saidOf(await client.ask('POST', path, { token, body: { credential: signature } })),
    )
    await recorder.attempt(
      { ...about, route: 'pages', through: `/decide/${request}`, what: 'opens it' },
      async () => send(peopleUrl, 'GET', `/decide/${request}`, { authorization: `Bearer ${token}` }),
    )
    await recorder.attempt(
      { ...about, route: 'public API', through: `${PREFIX}/commands`, what: 'approves' },
      async () =>
        send(
          stack.apiUrl,
          'POST',
          `${PREFIX}/commands`,
          { 'svc-sec-key': token, authorization: `Bearer ${token}` },
          { args },
        ),
    )
  }
}

/** Sends every documented route and every page once, with the credential of each attacker and the ids of others. */
export async function attackRoutes(
  stage: Stage,
  recorder: Recorder,
  attackers: readonly Attacker[],
  { proposal, request, target }: Readonly<{ proposal: Proposal; request: string; target: Target }>,
): Promise<void> {
  const { stack, peopleUrl, one } = stage
  for (const attacker of attackers) {
    const { holder, operator, tokens } = attacker
    const fill = (name: string): unknown => {
      if (name === 'credential')
        return attacker.hasPasskey
          ? assertionOf(operator, hashDecision(proposal.text))
          : browserOf(target.seen)
      if (name === 'token') return attacker.invitation
      if (name === 'device_code') return attacker.deviceCode
      if (name === 'user_code') return target.userCode
      if (name === 'args') return ['show', formatId('case', proposal.caseId)]
      return { files: {}, signatures: [], business_id: stack.businessId, link_tag: stack.linkTag }[name]
    }
    const ids: Readonly<Record<string, string>> = {
      session_id: target.session,
      passkey_id: target.passkey,
      signature_request_id: request,
      business_id: stack.businessId,
    }
    const at = (path: string): string =>
      path.replaceAll(
        /[{:](\w+)}?/g,
        (_all, name: string) => ids[name] ?? formatId('transaction', proposal.caseId),
      )
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}`, 'svc-sec-key': token }
      const tryAll = async (route: Route, url: string, routes: readonly DocumentedRoute[]): Promise<void> => {
        for (const { method, path, body } of routes)
          await recorder.attempt(
            { holder, route, through: `${method} ${path}`, what: 'sends it' },
            async () => send(url, method, at(path), headers, body(fill)),
            holder === 'key' ? isOfKey : ownPasskey(holder === 'operator' ? one : ''),
          )
      }
      await tryAll('people API', peopleUrl, peopleRoutes)
      await tryAll('public API', stack.apiUrl, publicRoutes)
      await tryAll('pages', peopleUrl, pageRoutes)
    }
  }
}

/** Opens a signature request of the colleague for each proposal, as their own command does. Nothing is decided by it. */
export async function askColleague({ client }: Stage, token: string, { caseId }: Proposal): Promise<string> {
  const reply = await client.ask('POST', '/commands', {
    token,
    body: { args: ['approve', formatId('case', caseId)] },
  })
  const [first] = (reply.body.errors ?? []) as Readonly<{ detail?: Readonly<Record<string, string>> }>[]
  return first?.detail?.signature_request_id ?? formatId('signatureRequest', caseId)
}

export function assertionOf(operator: string, challenge: Buffer, place = 'first'): object {
  return browserAssertion(passkeyOf(operator, place).assert({ challenge, rpId, origin }))
}

/** Spells a signature of the database as a browser sends it. */
function browserOf(seen: object): object {
  const bytes = (name: string): Buffer =>
    Buffer.from(String((seen as Record<string, unknown>)[name]), 'base64')
  return browserAssertion({
    credentialId: bytes('credential_id'),
    authenticatorData: bytes('authenticator_data'),
    clientData: bytes('client_data'),
    signature: bytes('signature'),
  })
}

let sent = 0

/** Sends a request from an address of its own, so that no limit answers instead. */
async function send(
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<string> {
  sent += 1
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      'x-forwarded-for': `11.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) return 'accepted'
  return /"code":\s*"([a-z_]+)"/.exec(text)?.[1] ?? `http_${response.status}`
}

/** Asks the product for its pages. They are in no document. */
function readPages(): readonly DocumentedRoute[] {
  const paths: string[] = []
  const app = {
    get: (path: string) => paths.push(path),
    route: ({ url }: { url: string }) => paths.push(url),
  }
  addPages(app as unknown as Parameters<typeof addPages>[0], {} as Parameters<typeof addPages>[1])
  const nothing = (): undefined => undefined
  return paths.flatMap((path) => [
    { method: 'GET', path, body: nothing },
    { method: 'POST', path, body: () => ({ sent: hash('sha256', randomBytes(4)) }) },
  ])
}
