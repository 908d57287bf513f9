import { formatId } from '@afara/server/kernel/ids/ids.ts'
import { browserAssertion, type SoftwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import { createPeopleClient } from '../people/people-client.ts'

/** A row of the list of cases, as the console shows it. */
export type CaseRow = Readonly<{
  case_id: string
  kind: string
  state: 'open' | 'awaiting_approval' | 'resolved'
  proposer_id: string | null
  opened_at: string
  due_at: string
}>

type Point = Readonly<{ text: string; detail: string | null }>

export type Choice = Readonly<{
  action: string
  command: readonly string[]
  fields: readonly Readonly<{ option: string; is_optional: boolean }>[]
  refusal: string | null
  is_suggested: boolean
  is_proposed: boolean
  says: string | null
  standing: string | null
}>

/** The page of a case. */
export type CaseScreen = Readonly<{
  case: Readonly<{
    case_id: string
    kind: string
    summary: string
    state: string
    version: number
    opened_at: string
    transaction_id: string | null
    transaction_status: string | null
  }>
  money: Readonly<Record<'from' | 'from_account' | 'to' | 'narration', string | null>> &
    Readonly<{ held_minor: string; claimed_minor: string }>
  evidence: Readonly<{
    for: readonly Point[]
    against: readonly Point[]
    facts: readonly Readonly<{ name: string; value: string }>[]
  }>
  choices: readonly Choice[]
  proposal: Readonly<{ operator_id: string; reason: string; text: string }> | null
}>

/** An operator at the console: reads pages and runs commands, and signs what a command asks for with a passkey. */
export type ConsoleSeat = Readonly<{
  /** The id of the operator, as the console shows it. */
  shownId: string
  listCases(): Promise<readonly CaseRow[]>
  readCase(caseId: string): Promise<CaseScreen>
  /** Returns everything that the page of a transaction shows. */
  readTransaction(transactionId: string): Promise<string>
  /** Runs a command. Returns the code of its refusal, or undefined. */
  run(args: readonly string[]): Promise<string | undefined>
}>

type Answer = Readonly<{ status: number; body: Record<string, unknown> }>

/** Signs an operator in at the people process, and again whenever the session has ended. */
export function takeSeat(url: string, personId: string, passkey: SoftwarePasskey): ConsoleSeat {
  const people = createPeopleClient(url)
  let token: string | undefined
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    for (let tries = 0; ; tries += 1) {
      token ??= await people.open(passkey)
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const read = (await response.json()) as Record<string, unknown>
      const hasEnded = response.status === 401 && read.code !== 'signature_required'
      if (!hasEnded || tries > 0) return { status: response.status, body: read }
      token = undefined
    }
  }
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await ask('GET', `/console/v1/test${path}`)
    if (status !== 200) throw new Error(`the console refused ${path}: ${String(body.message)}`)
    return body as T
  }
  return {
    shownId: formatId('operator', personId),
    listCases: async () => (await read<{ cases: readonly CaseRow[] }>('/cases')).cases,
    readCase: async (caseId) => read<CaseScreen>(`/cases/${caseId}`),
    readTransaction: async (id) => JSON.stringify(await read(`/transactions/${id}`)),
    run: async (args) => {
      const first = await ask('POST', '/people/v1/commands', { args })
      const last = first.body.code === 'signature_required' ? await sign(first, args) : first
      const { status, body } = last
      if (status !== 200) return `${String(body.code)}: ${String(body.message)}`
      return body.exit_code === 0 ? undefined : String(body.errors ?? body.output)
    },
  }

  async function sign({ body }: Answer, args: readonly string[]): Promise<Answer> {
    const [problem] = body.errors as readonly Readonly<Record<string, string>>[]
    const { challenge = '', case_id } = problem ?? {}
    const { id: rpId, origin } = testRelyingParty
    const asked = { challenge: Buffer.from(challenge, 'base64url'), rpId, origin }
    const signatures = [browserAssertion(passkey.assert(asked))]
    return ask('POST', '/people/v1/commands', { args, signatures, case_id })
  }
}
