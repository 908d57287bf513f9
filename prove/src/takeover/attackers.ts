import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { approveCase } from '@afara/server/flows/cases/approve-case.ts'
import { requestChange } from '@afara/server/flows/cases/propose-resolution.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { generateKey } from '@afara/server/records/keys/key-text.ts'
import { issueKey } from '@afara/server/records/keys/manage-keys.ts'
import { insertInvitation } from '@afara/server/records/people/invitation-store.ts'
import { newInvitationToken } from '@afara/server/records/people/secret-token.ts'
import { browserAssertion } from '@afara/stack/authenticator/software-passkey.ts'
import {
  hireOperator,
  softwareSigning,
  testRelyingParty,
} from '@afara/stack/authenticator/software-signing.ts'
import type { Holder } from './attempt.ts'
import { passkeyOf, type Stage } from './stage.ts'

/** Somebody who holds one credential. */
export type Attacker = Readonly<{
  holder: Exclude<Holder, 'role'>
  /** The operator whose passkey they have, or whose name they use. */
  operator: string
  hasPasskey: boolean
  /** What they send as a session, in turn. */
  tokens: readonly string[]
  /** A link of a mail that they received. */
  invitation: string
  /** A terminal that they confirmed. */
  deviceCode: string
}>

const by = { actor: 'system:prove', reason: 'a proof' }
const clock = { now: () => new Date() }
const DAY_MS = 86_400_000

/** Gives each attacker their credential. The former operator leaves at the end. */
export async function createAttackers(stage: Stage): Promise<readonly Attacker[]> {
  const { owner, stack, client, one, other } = stage
  const nothing = { invitation: newInvitationToken().text, deviceCode: '' }
  const [version, pepper] = (stack.environment.KEY_PEPPERS ?? '1:00').split(':') as [string, string]
  const minted = (what: string): string =>
    `afs_${createHmac('sha256', Buffer.from(pepper, 'hex')).update(`${what}${version}`).digest('base64url')}`
  const { secret } = await issueKey(
    {
      pool: owner,
      cell: stack.testKey.split('_')[2] ?? '',
      peppers: new Map([[Number(version), Buffer.from(pepper, 'hex')]]),
    },
    { business: stack.linkTag, mode: 'test', label: 'leaked', ...by },
  )
  return [
    {
      holder: 'operator',
      operator: one,
      hasPasskey: true,
      tokens: [await client.open(passkeyOf(one))],
      ...nothing,
    },
    {
      holder: 'pepper',
      operator: other,
      hasPasskey: false,
      tokens: [
        minted(one),
        minted(other),
        generateKey({ mode: 'live', cell: stack.testKey.split('_')[2] ?? '' }),
      ],
      ...nothing,
    },
    await createFormer(stage),
    { holder: 'key', operator: other, hasPasskey: false, tokens: [secret], ...nothing },
  ]
}

async function createFormer({ owner, client, one, other }: Stage): Promise<Attacker> {
  const { id } = await hireOperator(owner, { email: 'former@afara.test', name: 'Femi', ...by })
  const passkey = passkeyOf(id)
  const token = await client.open(passkey)
  const device = await client.ask('POST', '/devices', { body: { machine: 'femi@laptop' } })
  const user_code = String(device.body.user_code)
  const deviceCode = String(device.body.device_code)
  const { body } = await client.ask('POST', '/devices/options', { token, body: { user_code } })
  const { challenge } = body.options as { challenge: string }
  const { id: rpId, origin } = testRelyingParty
  const credential = browserAssertion(
    passkey.assert({ challenge: Buffer.from(challenge, 'base64url'), rpId, origin }),
  )
  await client.ask('POST', '/devices/confirm', { token, body: { user_code, credential } })
  const terminal = await client.ask('POST', '/devices/token', { body: { device_code: deviceCode } })
  const invitation = newInvitationToken()
  const now = clock.now()
  const times = { createdAt: now, expiresAt: new Date(now.getTime() + DAY_MS) }
  await insertInvitation(
    owner,
    { side: 'operator', id },
    { id: newId(), invitedBy: other, ...times },
    invitation.hash,
  )
  const deps = { pool: owner, clock, signing: softwareSigning() }
  const resolution = { action: 'end_operator', operator_id: id, email: 'former@afara.test' } as const
  const change = { mode: 'live', facts: { subject: id }, summary: 'Femi leaves.', resolution } as const
  const { caseId } = await requestChange(deps, { operatorId: one, reason: 'they left', change })
  await approveCase(deps, { caseId, operatorId: other })
  // Every process refuses a former operator within five seconds.
  await sleep(5_000)
  return {
    holder: 'former',
    operator: id,
    hasPasskey: true,
    tokens: [token, String(terminal.body.token)],
    invitation: invitation.text,
    deviceCode,
  }
}
