import { execFile } from 'node:child_process'
import { newId } from '../../kernel/ids/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { RelyingParty, Signing, SigningRequest } from '../../records/decisions/sign-decision.ts'

/**
 * Signs through a program on the operator's machine, such as one that talks to a security key. The program reads one JSON object from its
 * standard input: `text`, `code`, `operator`, and `challenge`, `rp_id`, `origin` and `credentials` as WebAuthn names them, bytes in
 * base64url. It answers on its standard output with `credential_id`, `authenticator_data`, `client_data` and `signature`.
 */
export function programSigning(command: string | undefined, relyingParty: RelyingParty): Signing {
  return {
    relyingParty,
    newCaseId: newId,
    sign: async (request) => {
      if (command === undefined) {
        throw new Refusal(
          'signature_required',
          `Decision ${request.code} needs your signature. Set AFARA_AUTHENTICATOR to the program that signs with your passkey.`,
        )
      }
      return readAnswer(await runProgram(command, request))
    },
  }
}

async function runProgram(command: string, request: SigningRequest): Promise<string> {
  const { text, code, challenge, operatorId, relyingParty, credentialIds } = request
  const question = {
    text,
    code,
    operator: operatorId,
    challenge: challenge.toString('base64url'),
    rp_id: relyingParty.id,
    origin: relyingParty.origin,
    credentials: credentialIds.map((id) => id.toString('base64url')),
  }
  return new Promise((resolve, reject) => {
    const program = execFile(command, { shell: true }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout)
      reject(
        new Refusal(
          'signature_required',
          `Your authenticator did not sign: ${stderr.trim() || error.message}`,
          {
            cause: error,
          },
        ),
      )
    })
    program.stdin?.end(JSON.stringify(question))
  })
}

function readAnswer(text: string): Awaited<ReturnType<Signing['sign']>> {
  const answer = JSON.parse(text) as Partial<Record<string, string>>
  const bytes = (name: string) => Buffer.from(answer[name] ?? '', 'base64url')
  return {
    credentialId: bytes('credential_id'),
    authenticatorData: bytes('authenticator_data'),
    clientData: bytes('client_data'),
    signature: bytes('signature'),
  }
}
