import type { DeviceLogin } from '../../../records/people/device-login-store.ts'
import type { Person } from '../../../records/people/person.ts'
import { type Html, html } from '../../http/html.ts'
import { framePage, passkeyIcon, problem } from './page-frame.ts'
import { describeTime, secondsUntil } from './page-times.ts'

/** Asks for the code that the terminal shows. */
export function deviceCodePage(person: Person, wrong?: string): Html {
  return framePage({
    title: 'Sign in at a terminal',
    person,
    layout: 'card',
    main: html`<section class="panel box">
<h1>Sign in at a terminal</h1>
<p class="lead">Type the code that your terminal shows.</p>
<form data-do="findDevice">
<label class="field">Code<input class="code" name="code" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="BCDF-GHJK"></label>
<button class="btn primary lg" type="submit">Continue</button>
${wrong === undefined ? problem : html`<p class="problem" role="alert">${wrong}</p>`}
</form>
</section>`,
  })
}

/** Shows which terminal asks, and asks for the passkey. */
export function devicePage(device: DeviceLogin & { userCode: string }, person: Person, now: Date): Html {
  const { machine, address, createdAt, expiresAt, userCode } = device
  const body = JSON.stringify({ user_code: userCode })
  return framePage({
    title: 'Sign in at a terminal',
    person,
    layout: 'card',
    main: html`<section class="panel box">
<div data-if="open" data-seconds="${secondsUntil(expiresAt, now)}">
<h1>Sign in at this terminal?</h1>
<p class="lead">Commands there will act as you, ${person.name}, for up to ${person.side === 'operator' ? '12 hours' : '14 days'}.</p>
<p class="compare"><span>Your terminal must show this code</span><b>${userCode}</b></p>
<dl class="facts">
<div><dt>Terminal</dt><dd><bdi>${machine}</bdi></dd></div>
<div><dt>Address</dt><dd class="num">${address}</dd></div>
<div><dt>Asked</dt><dd>${describeTime(createdAt, now)}</dd></div>
</dl>
<p class="caution"><b>Another code, or you did not ask?</b> Somebody may be trying to act as you. Refuse it.</p>
<form data-do="confirmDevice" data-body="${body}">
<div class="acts"><button class="btn primary lg" type="submit">${passkeyIcon}Confirm with passkey</button><button class="btn lg" type="button" data-post="/people/v1/devices/deny" data-body="${body}">Refuse</button></div>
${problem}
</form>
</div>
<div data-if="done" hidden><h1 tabindex="-1">Your terminal is signed in</h1><p class="lead">Return to <bdi>${machine}</bdi>. You can close this page.</p><p class="foot">End this session at any time under <a href="/">your sessions</a>.</p></div>
<div data-if="refused" hidden><h1 tabindex="-1">Refused</h1><p class="lead">The terminal is not signed in. If you did not ask for it, tell an administrator: somebody may be trying to act as you.</p></div>
<div data-if="expired" hidden><h1 tabindex="-1">This code has expired</h1><p class="lead">A code works for ten minutes. Run <code>npx afara ops login</code> again.</p></div>
</section>`,
  })
}
