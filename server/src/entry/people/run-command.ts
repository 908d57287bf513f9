import { hash } from 'node:crypto'
import { newId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { fetchSignature, requestSignature } from '../../records/decisions/request-signature.ts'
import type { Assertion, SigningRequest } from '../../records/decisions/sign-decision.ts'
import type { SignatureRequest } from '../../records/decisions/signature-request-store.ts'
import { actionOfDecision } from '../../records/people/decision-actions.ts'
import type { OperatorPerson } from '../../records/people/person.ts'
import { requireAccess } from '../../records/people/require-access.ts'
import type { SignedIn } from '../../records/people/start-session.ts'
import { runOps } from '../ops/run-ops.ts'
import type { PeopleDeps } from './people-deps.ts'

export type CommandRequest = Readonly<{
  args: readonly string[]
  /** Files of the operator's machine, by the names that the arguments have. */
  files: ReadonlyMap<string, Uint8Array>
  signatures: readonly Assertion[]
  /** The id that an earlier answer asked to repeat, because the signed text contains it. */
  caseId: string | undefined
}>

export type CommandAnswer =
  | Readonly<{ kind: 'ran'; exitCode: number; output: string[]; errors: string[] }>
  /** Nothing was changed. The operator signs this text, in the browser or elsewhere, and repeats the command. */
  | Readonly<{ kind: 'to_sign'; request: SigningRequest; page: SignatureRequest; caseId: string }>
  /** Nothing was changed. The command needs the content of this file. */
  | Readonly<{ kind: 'file_missing'; name: string }>

/** Runs one `afara ops` command as the operator of a session. */
export async function runCommand(
  { pool, clock, relyingParty, tools }: Pick<PeopleDeps, 'pool' | 'clock' | 'relyingParty' | 'tools'>,
  signedIn: SignedIn & Readonly<{ person: OperatorPerson }>,
  { args, files, signatures, caseId = newId() }: CommandRequest,
): Promise<CommandAnswer> {
  const { person: operator } = signedIn
  const output: string[] = []
  const errors: string[] = []
  let toSign: SigningRequest | undefined
  let missing: string | undefined
  const exitCode = await runOps(['ops', ...args], {
    ...tools,
    authorise: (action) => requireAccess(signedIn, action, clock.now()),
    connect: async () => ({
      pool,
      clock,
      operator: { id: operator.id, email: operator.email, name: operator.name, status: 'active' },
      end: async () => {},
    }),
    readFile: async (name) => {
      const content = files.get(name)
      // A name that is not an argument cannot be a file of the operator.
      if (content === undefined && args.includes(name)) missing = name
      return content
    },
    readSigning: () => ({
      relyingParty,
      newCaseId: () => caseId,
      newRowId: () => rowIdOf(caseId),
      sign: async (request, sql) => {
        requireAccess(signedIn, actionOfDecision(request.kind, request.action), clock.now())
        const found =
          signatures.find(({ clientData }) => isFor(clientData, request.challenge)) ??
          (await fetchSignature(sql, clock, request))
        if (found !== undefined) return found
        toSign = request
        throw new Refusal('signature_required', `Decision ${request.code} needs your signature.`)
      },
    }),
    print: (text) => output.push(text),
    printError: (text) => errors.push(text),
  })
  if (toSign !== undefined) {
    const page = await requestSignature({ pool, clock }, toSign)
    return { kind: 'to_sign', request: toSign, page, caseId }
  }
  if (missing !== undefined) return { kind: 'file_missing', name: missing }
  return { kind: 'ran', exitCode, output, errors }
}

/** Derives the id of the row that a decision creates from the id of its case, which the operator repeats. */
function rowIdOf(caseId: string): string {
  const hex = hash('sha256', `row of ${caseId}`)
  return `${caseId.slice(0, 14)}7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
}

/** Whether a browser or an authenticator signed this challenge. Whether it signed rightly is verified afterwards. */
function isFor(clientData: Buffer, challenge: Buffer): boolean {
  try {
    const { challenge: signed } = JSON.parse(clientData.toString()) as { challenge?: unknown }
    return signed === challenge.toString('base64url')
  } catch {
    return false
  }
}
