import { formatId } from '../../../kernel/ids/ids.ts'
import type { Business } from '../../../records/businesses/business.ts'
import { idOf, type Person } from '../../../records/people/person.ts'
import type { PersonPasskey } from '../../../records/people/person-passkey-store.ts'
import type { Session } from '../../../records/people/session-store.ts'
import type { TotpState } from '../../../records/people/totp-store.ts'
import { type Html, html } from '../../http/html.ts'
import { framePage, initialsOf, problem } from './page-frame.ts'
import { describeTime, formatClock, formatDay } from './page-times.ts'

type Home = Readonly<{
  person: Person
  current: Session
  sessions: readonly Session[]
  passkeys: readonly PersonPasskey[]
  /** The businesses of a member. */
  businesses: readonly Business[]
  /** The codes of a member, if they set them up. */
  totp: TotpState | undefined
  now: Date
}>

/** Who you are, where you are signed in, and with which passkeys. */
export function homePage({ person, current, sessions, passkeys, businesses, totp, now }: Home): Html {
  const hasPasskey = current.method !== 'email_totp'
  return framePage({
    title: 'Your account',
    person,
    layout: 'wide',
    main: html`<section class="me"><span class="avatar big">${initialsOf(person.name)}</span><div><h1><bdi>${person.name}</bdi></h1><p class="muted">${person.email}</p><p class="tags">${rolesOf(person, businesses).map((role) => html`<span class="tag">${role}</span>`)}<span class="id">${idOf(person)}</span></p></div>
<button class="btn" type="button" data-post="${revokeUrl(current)}" data-then="/login">Sign out</button></section>
${isWaiting(person, now) && html`<p class="caution notice"><b>You enrolled again.</b> You can approve and sign from ${describeTime(person.signsFrom ?? now, now)}.</p>`}
${!hasPasskey && html`<p class="caution notice"><b>You signed in with a link and a code.</b> You can read here. To approve, or to change passkeys and codes, sign in with your passkey.</p>`}
<section class="panel list"><header><h2>Sessions</h2><p>You are signed in here</p></header>
<ul>${sessions.map((session) => sessionRow(session, session.id === current.id, now))}</ul>
${problem}
</section>
<section class="panel list"><header><h2>Passkeys</h2>${hasPasskey && html`<button class="btn sm" type="button" data-do="addPasskey">Add a passkey</button>`}</header>
${hasPasskey && passkeys.length === 1 && html`<p class="caution">You have one passkey. Add a second one on another device: if you lose your only passkey, you enrol again and wait for 24 hours before you can approve.</p>`}
<ul>${passkeys.map((passkey) => passkeyRow(passkey, hasPasskey && passkeys.length > 1, now))}</ul>
${problem}
</section>
${person.side === 'member' && codesPanel(totp, hasPasskey, now)}`,
  })
}

/** How a member signs in without a passkey. */
function codesPanel(totp: TotpState | undefined, canChange: boolean, now: Date): Html {
  const setUp =
    canChange && html`<a class="btn sm" href="/codes">${totp ? 'Set up again' : 'Set up codes'}</a>`
  const state =
    totp === undefined
      ? html`<b>Not set up</b><p>With codes you can sign in on a shared desktop, with a link by mail. Such a session cannot approve.</p>`
      : totp.isLocked
        ? html`<b>Locked</b><p>Somebody typed ten wrong codes. Set up codes again.</p>`
        : html`<b>Set up</b><p>Since ${describeTime(totp.confirmedAt, now)}. You can sign in with a link by mail and a code.</p>`
  return html`<section class="panel list"><header><h2>Codes</h2>${setUp}</header>
<ul><li><div class="what">${state}</div>
${totp && canChange && html`<button class="btn sm danger" type="button" data-post="/people/v1/codes/remove" data-then="/" aria-label="Remove your codes">Remove</button>`}</li></ul>
${problem}
</section>`
}

function isWaiting({ signsFrom }: Person, now: Date): boolean {
  return signsFrom !== null && now < signsFrom
}

function rolesOf(person: Person, businesses: readonly Business[]): readonly string[] {
  if (person.side === 'operator') return person.roles
  return person.memberships.map(({ businessId, role }) => {
    const business = businesses.find(({ id }) => id === businessId)
    return `${role} of ${business?.name ?? formatId('business', businessId)}`
  })
}

function sessionRow(session: Session, isCurrent: boolean, now: Date): Html {
  const { client, userAgent, createdAt, lastSeenAt, expiresAt } = session
  const name = client === 'terminal' ? userAgent : describeBrowser(userAgent)
  const place =
    client === 'terminal' ? 'Terminal' : session.method === 'email_totp' ? 'Browser, by mail' : 'Browser'
  return html`<li><div class="what"><b><bdi>${name}</bdi></b><p>${place}. Signed in ${describeTime(createdAt, now)}. Last used ${describeTime(lastSeenAt, now)}. Ends ${formatDay(expiresAt) === formatDay(now) ? 'today' : formatDay(expiresAt)} at ${formatClock(expiresAt)}.</p></div>
${isCurrent ? html`<span class="pill good">This session</span>` : html`<button class="btn sm danger" type="button" data-post="${revokeUrl(session)}" data-then="/" aria-label="End the session ${name}">End</button>`}</li>`
}

function passkeyRow({ id, name, createdAt, lastUsedAt }: PersonPasskey, canRevoke: boolean, now: Date): Html {
  const used = lastUsedAt === null ? 'Not used yet' : `Last used ${describeTime(lastUsedAt, now)}`
  return html`<li><div class="what"><b><bdi>${name}</bdi></b><p>Added ${formatDay(createdAt)}. ${used}.</p></div>
${canRevoke && html`<button class="btn sm danger" type="button" data-post="/people/v1/passkeys/${formatId('passkey', id)}/revoke" data-then="/" aria-label="Revoke the passkey ${name}">Revoke</button>`}</li>`
}

function revokeUrl({ id }: Session): string {
  return `/people/v1/sessions/${formatId('session', id)}/revoke`
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Names a browser as its owner does. Browsers name each other in this text, so the first match counts. */
function describeBrowser(userAgent: string): string {
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1]
  const system = systems.find(([sign]) => userAgent.includes(sign))?.[1]
  if (browser === undefined) return userAgent === '' ? 'Unknown browser' : userAgent
  return system === undefined ? browser : `${browser} on ${system}`
}
