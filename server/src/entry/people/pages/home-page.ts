import { formatId } from '../../../kernel/ids/ids.ts'
import type { Business } from '../../../records/businesses/business.ts'
import { idOf, type Person } from '../../../records/people/person.ts'
import type { PersonPasskey } from '../../../records/people/person-passkey-store.ts'
import type { Session } from '../../../records/people/session-store.ts'
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
  now: Date
}>

/** Who you are, where you are signed in, and with which passkeys. */
export function homePage({ person, current, sessions, passkeys, businesses, now }: Home): Html {
  return framePage({
    title: 'Your account',
    person,
    layout: 'wide',
    main: html`<section class="me"><span class="avatar big">${initialsOf(person.name)}</span><div><h1><bdi>${person.name}</bdi></h1><p class="muted">${person.email}</p><p class="tags">${rolesOf(person, businesses).map((role) => html`<span class="tag">${role}</span>`)}<span class="id">${idOf(person)}</span></p></div>
<button class="btn" type="button" data-post="${revokeUrl(current)}" data-then="/login">Sign out</button></section>
<section class="panel list"><header><h2>Sessions</h2><p>You are signed in here</p></header>
<ul>${sessions.map((session) => sessionRow(session, session.id === current.id, now))}</ul>
${problem}
</section>
<section class="panel list"><header><h2>Passkeys</h2><button class="btn sm" type="button" data-do="addPasskey">Add a passkey</button></header>
${passkeys.length === 1 && html`<p class="caution">You have one passkey. Add a second one on another device: if you lose your only passkey, you need a new invitation.</p>`}
<ul>${passkeys.map((passkey) => passkeyRow(passkey, passkeys.length > 1, now))}</ul>
${problem}
</section>`,
  })
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
  return html`<li><div class="what"><b><bdi>${name}</bdi></b><p>${client === 'terminal' ? 'Terminal' : 'Browser'}. Signed in ${describeTime(createdAt, now)}. Last used ${describeTime(lastSeenAt, now)}. Ends ${formatDay(expiresAt) === formatDay(now) ? 'today' : formatDay(expiresAt)} at ${formatClock(expiresAt)}.</p></div>
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
