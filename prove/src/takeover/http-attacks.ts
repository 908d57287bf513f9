import { browserAssertion, softwarePasskey } from '@afara/stack/authenticator/software-passkey.ts'
import { testRelyingParty } from '@afara/stack/authenticator/software-signing.ts'
import type { Reply } from '../people/people-client.ts'
import type { Attempt } from './attempt.ts'
import { shownCase } from './forge-decision.ts'
import type { Kind } from './kinds.ts'
import type { Held, Stage } from './stage.ts'

/** Sends the decision to the people process with each credential of one person. */
export async function attackByHttp(
  stage: Stage,
  kind: Kind,
  held: Held | undefined,
  number: number,
): Promise<Attempt[]> {
  const { client, one, former, stack } = stage
  const own = await client.open(softwarePasskey(one))
  const caseId = await caseOf(stage, held)
  const credentials = [
    { holds: 'a passkey and a session', token: own, owner: one },
    { holds: 'everything of an operator who left', token: former.token, owner: former.id },
    { holds: 'an API key', token: stack.testKey, owner: one },
  ]
  const attempts: Attempt[] = []
  const note = (holds: string, what: string, { code }: Reply): void => {
    // Proposing is what one operator may do. Approving it too is what nobody may.
    const isHarm = code === 'ok' && what !== 'proposes'
    const said = isHarm
      ? 'accepted'
      : `${what === 'signs in without user verification' ? '' : 'command_'}${code}`
    attempts.push({
      kind: kind.name,
      route: 'http',
      holds,
      what,
      said,
      changed: [],
      noticedS: isHarm ? undefined : 0,
    })
  }
  for (const { holds, token, owner } of credentials) {
    const run = async (args: readonly string[]): Promise<Reply> => {
      const unsigned = await client.ask('POST', '/commands', { token, body: { args } })
      if (unsigned.code !== 'signature_required') return unsigned
      const { challenge, case_id } = detailOf(unsigned)
      const isVerified = number % 2 === 0
      const { id: rpId, origin } = testRelyingParty
      const asked = { challenge: Buffer.from(challenge, 'base64url'), rpId, origin, isVerified }
      const signatures = [browserAssertion(softwarePasskey(owner).assert(asked))]
      return client.ask('POST', '/commands', { token, body: { args, signatures, case_id } })
    }
    note(holds, 'proposes', await run(kind.command(caseId)))
    note(holds, 'approves too', await run(['approve', caseId]))
  }
  const unverified = await client.signIn(softwarePasskey(one), { isVerified: false })
  note('a passkey and a session', 'signs in without user verification', unverified)
  return attempts
}

function detailOf({ body }: Reply): Readonly<{ challenge: string; case_id: string }> {
  const [first] = body.errors as Record<string, unknown>[]
  const detail = (first?.detail ?? first) as Record<string, string>
  return { challenge: detail.challenge ?? '', case_id: detail.case_id ?? '' }
}

async function caseOf({ owner }: Stage, held: Held | undefined): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from case_file where state <> 'resolved' and ($1::uuid is null or transaction_id = $1) limit 1`,
    [held?.id ?? null],
  )
  return shownCase(rows[0]?.id ?? '00000000-0000-0000-0000-000000000000')
}
