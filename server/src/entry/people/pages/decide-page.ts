import { formatId } from '../../../kernel/ids/ids.ts'
import { hashDecision, shortCode } from '../../../records/decisions/decision-text.ts'
import type { RelyingParty } from '../../../records/decisions/sign-decision.ts'
import type { SignatureRequest } from '../../../records/decisions/signature-request-store.ts'
import type { Person } from '../../../records/people/person.ts'
import { type Html, html } from '../../http/html.ts'
import { type DecisionWords, describeDecision } from './decision-words.ts'
import { exactText, visibleText } from './exact-text.ts'
import { framePage, initialsOf, passkeyIcon, problem } from './page-frame.ts'
import { describeTime, formatClock, secondsUntil } from './page-times.ts'

/** Who proposed the same text before. Null: the person proposes it now. */
type Proposal = Readonly<{ name: string; at: Date }> | null

type Decision = Readonly<{
  request: SignatureRequest
  proposal: Proposal
  person: Person
  relyingParty: RelyingParty
  credentialIds: readonly Buffer[]
  now: Date
}>

/** Shows exactly what is signed, what will happen, and who else decides. Asks for the passkey. */
export function decidePage({ request, proposal, person, relyingParty, credentialIds, now }: Decision): Html {
  const { id, text, expiresAt, signedAt } = request
  const words = describeDecision(text)
  const code = shortCode(text)
  const step = stepOf({ person, words, proposal, now })
  const { verb } = step
  const address = `/people/v1/signatures/${formatId('signatureRequest', id)}`
  const options = JSON.stringify({
    challenge: hashDecision(text).toString('base64url'),
    rpId: relyingParty.id,
    userVerification: 'required',
    timeout: 300_000,
    allowCredentials: credentialIds.map((one) => ({ id: one.toString('base64url'), type: 'public-key' })),
  })
  return framePage({
    title: `${verb} ${code}`,
    person,
    mode: words.mode,
    layout: 'wide',
    main: html`<div class="crumbs">${words.caseId !== null && html`<span class="id">${formatId('case', words.caseId)}</span>`}<span class="pill ${signedAt === null ? 'info' : 'good'}" data-state>${signedAt === null ? 'Needs your signature' : 'Signed'}</span></div>
<h1 class="question">${visibleText(words.what)}</h1>
<div class="decide">
<section class="panel sign"><header><h2>You sign exactly this</h2></header>
${exactText(text)}
</section>
<section class="panel people"><header><h2>${step.heading}</h2></header>
<div class="two">
${step.people}
<p class="compare"><span>Your terminal must show this code</span><b>${code}</b></p>
<div data-if="open" data-seconds="${secondsUntil(expiresAt, now)}"${signedAt !== null && html` hidden`}>
<form data-do="sign" data-url="${address}/sign" data-options="${options}">
<div class="acts bar"><p class="again">${words.amount === null ? visibleText(words.what) : html`${verb} <b>${words.amount}</b>`}</p><button class="btn primary lg" type="submit">${passkeyIcon}${verb} with passkey</button><button class="btn lg" type="button" data-post="${address}/refuse">Do not sign</button></div>
${problem}
</form>
<p class="foot">Sign by ${formatClock(expiresAt)}. If you do not, nothing changes, and you can run the command again.</p>
</div>
<div class="outcome good" data-if="done"${signedAt === null && html` hidden`}><h3 tabindex="-1">Signed. Return to your terminal.</h3><p>${step.next}</p></div>
<div class="outcome" data-if="refused" hidden><h3 tabindex="-1">You signed nothing</h3><p>Nothing has changed. Your command ends.</p></div>
<div class="outcome" data-if="expired" hidden><h3 tabindex="-1">The time to sign has passed</h3><p>Nothing has changed. Run the command again.</p></div>
</div>
</section>
</div>`,
  })
}

type StepInput = Pick<Decision, 'person' | 'proposal' | 'now'> & Readonly<{ words: DecisionWords }>

/** What the person does by signing, and who else takes part. */
type Step = Readonly<{ verb: string; heading: string; next: string; people: Html }>

function stepOf({ person, words, proposal, now }: StepInput): Step {
  if (words.kind === 'issue')
    return {
      verb: 'Issue',
      heading: 'Who issues it',
      next: 'Your terminal now shows the key, once.',
      people: issuing(person),
    }
  if (words.kind === 'close')
    return {
      verb: 'Sign off',
      heading: 'Who signs it off',
      next: 'Your command now records the sign-off.',
      people: html`<div class="step on"><span class="avatar you">${initialsOf(person.name)}</span><div><b>You sign off the day</b><p>You say that you compared its figures. Nothing moves.</p><q>${visibleText(words.reason)}</q></div></div>`,
    }
  if (proposal === null)
    return {
      verb: 'Propose',
      heading: 'Who decides',
      next: 'Your command now proposes this. It must then be approved.',
      people: proposing(person, words),
    }
  return {
    verb: 'Approve',
    heading: 'Who decides',
    next: 'Your command now carries this out.',
    people: approving(proposal, person, words, now),
  }
}

function issuing(person: Person): Html {
  return html`<div class="step on"><span class="avatar none">2</span><div><b>Two operators approved this key</b><p>Its rights are fixed.</p></div></div>
<div class="step"><span class="avatar you">${initialsOf(person.name)}</span><div><b>You issue it</b><p>Your terminal shows the key once. The key works at once.</p></div></div>`
}

function proposing(person: Person, { reason, mode }: DecisionWords): Html {
  const approver =
    mode === 'live'
      ? html`<b>Another operator approves</b><p>They sign the same text. You cannot approve it yourself.</p>`
      : html`<b>Somebody approves</b><p>Another operator, or you if test mode needs only one person.</p>`
  return html`<div class="step on"><span class="avatar you">${initialsOf(person.name)}</span><div><b>You propose this</b><p>Nothing moves when you sign.</p><q>${visibleText(reason)}</q></div></div>
<div class="step"><span class="avatar none">2</span><div>${approver}</div></div>`
}

function approving(
  { name, at }: NonNullable<Proposal>,
  person: Person,
  { reason }: DecisionWords,
  now: Date,
): Html {
  return html`<div class="step on"><span class="avatar">${initialsOf(name)}</span><div><b>${name} proposed this</b><p>${describeTime(at, now)}, signed with passkey</p><q>${visibleText(reason)}</q></div></div>
<div class="step"><span class="avatar you">${initialsOf(person.name)}</span><div><b>You approve it</b><p>Once you sign, your command carries it out.</p></div></div>`
}
