import { hash } from 'node:crypto'
import { softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'

/** A row of signed_decision as an attacker writes it. */
type Forged = Readonly<{
  caseId: string
  action: string
  text: string
  transactionId?: string
  lineId?: string
}>

/** A signature as an attacker writes it: of an operator, unless it differs from a correct one. */
export type ForgedSignature = Readonly<{
  by: string
  /** Signs another text than the one it is attached to. */
  text?: string
  origin?: string
  rpId?: string
  isVerified?: boolean
}>

/** Returns the text of a decision in test mode. */
export function decisionText(
  caseId: string,
  action: string,
  fields: Readonly<Record<string, unknown>>,
): string {
  const lines = {
    mode: 'test',
    case: caseId,
    kind: 'request',
    version: 2,
    ...fields,
    'decision.action': action,
  }
  return [
    'Afara decision 1',
    ...Object.entries(lines).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
  ].join('\n')
}

/** Returns statements that write a decision with these signatures. They need a session without triggers and foreign keys. */
export function forgedDecision(
  { caseId, action, text, transactionId, lineId }: Forged,
  signatures: readonly ForgedSignature[],
): string {
  const id = (value: string | undefined) => (value === undefined ? 'null' : `'${value}'`)
  return [
    `delete from afara.decision_signature where case_id = '${caseId}'`,
    `delete from afara.signed_decision where case_id = '${caseId}'`,
    `insert into afara.signed_decision (case_id, version, mode, transaction_id, line_id, action, text)
     values ('${caseId}', 2, 'test', ${id(transactionId)}, ${id(lineId)}, '${action}', $text$${text}$text$)`,
    ...signatures.map((one, place) => insertSignature(caseId, place, text, one)),
  ].join(';\n')
}

function insertSignature(caseId: string, place: number, text: string, one: ForgedSignature): string {
  const { credentialId, authenticatorData, clientData, signature } = softwarePasskey(one.by).assert({
    challenge: hash('sha256', one.text ?? text, 'buffer'),
    rpId: one.rpId ?? testRelyingParty.id,
    origin: one.origin ?? testRelyingParty.origin,
    isVerified: one.isVerified ?? true,
  })
  const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`
  const part = place === 0 ? 'proposed' : 'approved'
  return `insert into afara.decision_signature
      (case_id, version, part, sequence, operator_id, credential_id, authenticator_data, client_data, signature, at)
    values ('${caseId}', 2, '${part}', ${place + 2}, '${one.by}', ${hex(credentialId)}, ${hex(authenticatorData)},
      ${hex(clientData)}, ${hex(signature)}, now())`
}

type People = Readonly<{ one: string; other: string; stranger: string }>

/** Returns signatures that do not make a decision, with the reason. Each is attached to a text that says what is about to happen. */
export function badSignatures({
  one,
  other,
  stranger,
}: People): readonly (readonly [what: string, signatures: readonly ForgedSignature[]])[] {
  const good = { by: one }
  return [
    ['no signature', []],
    ['one signature', [good]],
    ['two signatures of one person', [good, good]],
    ['a signature over another text', [good, { by: other, text: 'Afara decision 1' }]],
    ['a signature of a person who is not in the file', [good, { by: stranger }]],
    ['a signature without user verification', [good, { by: other, isVerified: false }]],
    ['a signature for another origin', [good, { by: other, origin: 'http://localhost:8080' }]],
    ['a signature for another relying party', [good, { by: other, rpId: 'afara.example' }]],
  ]
}
