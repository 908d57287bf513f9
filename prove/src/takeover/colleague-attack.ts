import { formatId, newId } from '@afara/server/kernel/ids/ids.ts'
import { hashDecision } from '@afara/server/records/decisions/decision-text.ts'
import { newSessionToken } from '@afara/server/records/people/secret-token.ts'
import { enrol } from './forge-decision.ts'
import { assertionOf, saidOf } from './http-attacks.ts'
import type { Proposal } from './proposals.ts'
import type { Recorder } from './recorder.ts'
import type { Stage } from './stage.ts'

const PLACE = 'of-the-role'

/**
 * Signs in as the colleague: with the database role, an attacker enrols a passkey for them and inserts a session. Returns how to approve a
 * proposal in their name over HTTP.
 */
export async function becomeColleague({ people, client, one, other }: Stage, recorder: Recorder) {
  const token = newSessionToken()
  await recorder.attempt(
    { holder: 'role', route: 'SQL tables', through: 'person_session', what: 'signs in as the colleague' },
    async () => {
      const passkeyId = await enrol(people, other, one, PLACE)
      await people.query(
        `insert into person_session (id, operator_id, token_hash, method, passkey_id, client, user_agent, created_at, last_seen_at,
           idle_expires_at, expires_at)
         values ($1, $2, $3, 'passkey', $4, 'terminal', 'x', now(), now(), now() + interval '30 minutes', now() + interval '8 hours')`,
        [newId(), other, token.hash, passkeyId],
      )
      return 'accepted'
    },
    ({ table }) => table === 'passkey',
  )
  return async ({ caseId, text, kind }: Proposal): Promise<string> =>
    recorder.attempt(
      { holder: 'role', route: 'commands', kind, through: 'approve', what: 'approves as the colleague' },
      async () => {
        const args = ['approve', formatId('case', caseId)]
        const signatures = [assertionOf(one, hashDecision(text), PLACE)]
        return saidOf(
          await client.ask('POST', '/commands', { token: token.text, body: { args, signatures } }),
        )
      },
    )
}
