import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import { formatId, parseId } from '../../kernel/ids/ids.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import { findCase } from '../../records/cases/case-store.ts'
import { closedObject } from '../http/object-schemas.ts'
import { runCommandOperation } from './command-operations.ts'
import { AssertionWire, toSignature } from './credential-wire.ts'
import type { PeopleDeps } from './people-deps.ts'
import { signedInOf } from './people-gate.ts'
import { PEOPLE_PATH } from './people-wire.ts'
import { type CommandAnswer, runCommand } from './run-command.ts'

// A statement of 20 MB, in base64.
const MOST_BYTES = 28_000_000

const CommandBody = closedObject({
  args: Type.Array(Type.String({ maxLength: 10_000 }), {
    description: 'The words after `afara ops`.',
    maxItems: 200,
    examples: [['show', 'cas_01a1dcc264cc7ab5819881f76f5e96ba']],
  }),
  files: Type.Optional(
    Type.Record(Type.String({ maxLength: 10_000 }), Type.String({ pattern: '^[A-Za-z0-9+/]*=*$' }), {
      description: 'Contents of files in base64, by the names that the arguments have.',
    }),
  ),
  signatures: Type.Optional(
    Type.Array(AssertionWire, { description: 'Signatures of decisions.', maxItems: 20 }),
  ),
  case_id: Type.Optional(
    Type.String({
      description: 'The `case_id` of the answer that asked for a signature.',
      pattern: '^cas_[0-9a-f]{32}$',
    }),
  ),
})

export function runCommandRoute(app: FastifyInstance, deps: PeopleDeps): void {
  app.route<{ Body: Static<typeof CommandBody> }>({
    method: 'POST',
    url: `${PEOPLE_PATH}/commands`,
    bodyLimit: MOST_BYTES,
    config: { person: 'records.read', operation: runCommandOperation },
    schema: { body: CommandBody },
    handler: async (request) => {
      const { person, session } = signedInOf(request)
      assert(person.side === 'operator', 'no member has this action')
      const { args, files = {}, signatures = [], case_id: caseId } = request.body
      const answer = await runCommand(
        deps,
        { person, session },
        {
          args,
          files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')])),
          signatures: signatures.map(toSignature),
          caseId: caseId === undefined ? undefined : await requireNewCaseId(deps, caseId),
        },
      )
      return toReply(answer)
    },
  })
}

function toReply(answer: CommandAnswer) {
  if (answer.kind === 'to_sign') return refuseUnsigned(answer)
  if (answer.kind === 'file_missing') {
    return refuse('file_required', 'files', `Send the content of ${answer.name}.`, { name: answer.name })
  }
  const { exitCode, output, errors } = answer
  return { status: 'success', message: 'The command ran.', exit_code: exitCode, output, errors }
}

function refuseUnsigned({ request, page, caseId }: Extract<CommandAnswer, { kind: 'to_sign' }>): never {
  const { text, code, challenge, relyingParty, credentialIds } = request
  const id = formatId('signatureRequest', page.id)
  return refuse('signature_required', 'signatures', `Decision ${code} needs your signature.`, {
    text,
    short_code: code,
    challenge: challenge.toString('base64url'),
    rp_id: relyingParty.id,
    origin: relyingParty.origin,
    credentials: credentialIds.map((id) => id.toString('base64url')),
    case_id: formatId('case', caseId),
    signature_request_id: id,
    url: `${relyingParty.origin}/decide/${id}`,
    expires_at: page.expiresAt.toISOString(),
  })
}

function refuse(
  code: 'signature_required' | 'file_required',
  field: string,
  message: string,
  detail: Readonly<Record<string, unknown>>,
): never {
  throw new Refusal(code, message, { problems: [{ field, code, message, detail }] })
}

/** The id of an existing case would be the sign of a command that was sent twice. */
async function requireNewCaseId({ pool }: PeopleDeps, text: string): Promise<string> {
  const id = parseId('case', text)
  if (id === undefined) throw new Refusal('field_invalid', 'case_id is not an id.')
  if ((await findCase(pool, id)) !== undefined) {
    throw new Refusal('case_moved', `${text} was opened already. Check it with "npx afara ops show ${text}".`)
  }
  return id
}
