import { afterAll, expect, test } from 'vitest'
import type { TestPerson } from '../people-world.ts'
import { createTeamStage, idOf } from './team-stage.ts'

const stage = await createTeamStage()
const { aTeam, change, join, joinWith, mailedTo, read, told, world } = stage
afterAll(stage.stop)

test('a colleague is invited by mail, creates a passkey, is signed in, and everybody else is told', async () => {
  const { path, people } = await aTeam('owner', 'viewer')
  const [owner, viewer] = people as [TestPerson, TestPerson]
  const email = 'bola@team.test'
  expect((await change(path, owner, { action: 'invite', email, role: 'developer' })).verdict).toBe('200')
  expect((await read(path, viewer)).invitations).toMatchObject([{ email, role: 'developer' }])
  const token = await mailedTo(email)
  const shown = await world.ask('POST', '/account/v1/join/read', { body: { token } })
  expect(shown.body.invitation).toMatchObject({ email, role: 'developer', has_account: false })
  const joined = await join(token)
  expect(joined.body).toMatchObject({
    person: { email, is_email_confirmed: true, memberships: [{ role: 'developer' }] },
  })
  const [cookie = ''] = String(joined.headers['set-cookie']).split(';')
  expect((await world.ask('GET', `${path}/members`, { cookie })).verdict).toBe('200')
  expect((await join(token)).verdict).toBe('409 invitation_ended')
  const team = await read(path, owner)
  expect(team.invitations).toEqual([])
  expect(team.members.map(({ role }) => role)).toEqual(['owner', 'developer', 'viewer'])
  const { body } = await world.ask('GET', `${path}/activity`, { token: await world.tokenOf(owner) })
  expect((body.activity as object[]).slice(0, 2)).toMatchObject([
    { action: 'team.joined', by: 'Bola Ade', sentence: 'Bola Ade joined as developer.' },
    { action: 'team.invited', by: 'Ngozi', sentence: `Ngozi invited ${email} as developer.` },
  ])
  expect(await told(viewer)).toEqual(['invited', 'joined'])
  expect(await told(owner)).toEqual(['joined'])
})

test('a person with an account joins with their passkey, and belongs to both businesses', async () => {
  const first = await aTeam('owner', 'finance')
  const second = await aTeam('owner')
  const [, finance] = first.people as [TestPerson, TestPerson]
  const [owner] = second.people as [TestPerson]
  const wanted = { action: 'invite', email: finance.email, role: 'viewer' }
  expect((await change(second.path, owner, wanted)).verdict).toBe('200')
  const token = await mailedTo(finance.email)
  expect((await join(token)).verdict).toBe('409 email_taken')
  expect((await joinWith(owner, token)).verdict).toBe('403 invitation_for_other')
  const joined = await joinWith(finance, token)
  expect(joined.verdict).toBe('200')
  const [cookie = ''] = String(joined.headers['set-cookie']).split(';')
  const me = await world.ask('GET', '/people/v1/me', { cookie })
  expect((me.body.person as { memberships: unknown[] }).memberships).toHaveLength(2)
  expect((await change(second.path, owner, wanted)).verdict).toBe('409 member_exists')
  // Access that ended can be given again.
  await change(second.path, owner, { action: 'end', member_id: idOf(finance) })
  expect((await change(second.path, owner, { ...wanted, role: 'developer' })).verdict).toBe('200')
  expect((await joinWith(finance, await mailedTo(finance.email))).verdict).toBe('200')
})

test('an invitation opens once, until it is cancelled, replaced or three days old', async () => {
  const { path, people } = await aTeam('owner')
  const [owner] = people as [TestPerson]
  const email = 'dayo@team.test'
  const invite = async (role: string) => {
    expect((await change(path, owner, { action: 'invite', email, role })).verdict).toBe('200')
    return mailedTo(email)
  }
  const replaced = await invite('viewer')
  const cancelled = await invite('finance')
  expect((await join(replaced)).verdict).toBe('409 invitation_ended')
  const [open] = (await read(path, owner)).invitations
  const cancel = { action: 'cancel', invitation_id: open?.invitation_id }
  expect((await change(path, owner, cancel)).verdict).toBe('200')
  expect((await change(path, owner, cancel)).verdict).toBe('409 invitation_ended')
  expect((await join(cancelled)).verdict).toBe('409 invitation_ended')
  const old = await invite('viewer')
  // Two browsers join with the same link.
  const both = await Promise.all([join(old, 'One'), join(old, 'Other')])
  expect(both.map(({ verdict }) => verdict.slice(0, 3)).toSorted()).toEqual(['200', '409'])
  const late = await change(path, owner, { action: 'invite', email: 'late@team.test', role: 'viewer' })
  expect(late.verdict).toBe('200')
  const token = await mailedTo('late@team.test')
  world.clock.advance(3 * 24 * 3_600_000)
  expect((await join(token)).verdict).toBe('409 invitation_ended')
})

test('nobody invites before they confirmed their own address, and twenty in a day are enough', async () => {
  const { path, people } = await aTeam('owner')
  const [owner] = people as [TestPerson]
  const invite = (at: number) => ({ action: 'invite', email: `many-${at}@team.test`, role: 'viewer' })
  await world.owner.query(`update member set email_confirmed_at = null where id = $1`, [owner.id])
  expect((await change(path, owner, invite(0))).verdict).toBe('403 email_unconfirmed')
  await world.owner.query(`update member set email_confirmed_at = created_at where id = $1`, [owner.id])
  world.clock.advance(4_001)
  const verdicts = []
  for (let at = 0; at <= 20; at += 1) verdicts.push((await change(path, owner, invite(at))).verdict)
  expect(verdicts.slice(0, 20).every((verdict) => verdict === '200')).toBe(true)
  expect(verdicts[20]).toBe('429 rate_limited')
})
