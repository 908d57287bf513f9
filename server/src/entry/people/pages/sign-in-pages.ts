import { type Html, html } from '../../http/html.ts'
import { framePage, passkeyIcon, problem } from './page-frame.ts'

/** The page at which everybody signs in. Afterwards it opens `next`. */
export function loginPage(next: string): Html {
  return framePage({
    title: 'Sign in',
    layout: 'card',
    main: html`<section class="panel box">
<h1>Sign in to Afara</h1>
<p class="lead">Use the passkey on this device, on your phone or on a security key.</p>
<form data-do="signIn" data-next="${next}">
<button class="btn primary lg" type="submit">${passkeyIcon}Sign in with a passkey</button>
${problem}
</form>
<details class="more"><summary>E-mail me a link</summary>
<form data-do="askMail" data-url="/people/v1/sign-in/email">
<p class="lead">For members at a shared desktop who set up codes. In this session you can read, and cannot approve.</p>
<label class="field">Email<input name="email" type="email" required maxlength="254" autocomplete="email"></label>
<button class="btn lg" type="submit">E-mail me a link</button>
${problem}
${answer}
</form>
</details>
<p class="foot">No passkey yet? Open the link in your invitation. <a href="/recover">Lost your passkey?</a></p>
</section>`,
  })
}

/** The page that the link of a mail opens. Its token is after the # of the address, as in an invitation. */
export function codePage(): Html {
  return framePage({
    title: 'Type your code',
    layout: 'card',
    main: html`<section class="panel box" data-page="code">
<h1>Type your code</h1>
<p class="lead" data-if="waiting">Reading your link…</p>
<div data-if="ended" hidden>
<p class="problem" role="alert"></p>
<a class="btn lg" href="/login">Ask for a new link</a>
</div>
<form data-if="open" data-do="signInWithCode" hidden>
<p class="lead">Type the six digits that your app shows for Afara.</p>
${codeField}
<button class="btn primary lg" type="submit">Sign in</button>
${problem}
</form>
<p class="foot" data-if="open" hidden>In this session you can read, and cannot approve. It ends after 30 minutes without use. Sign out when you leave this desktop.</p>
</section>`,
  })
}

/** Where members who lost their passkeys ask for a link. */
export function recoverPage(): Html {
  return framePage({
    title: 'Lost your passkey',
    layout: 'card',
    main: html`<section class="panel box">
<h1>Lost your passkey?</h1>
<p class="lead">We mail you a link with which you create a new one. This is what happens when you use it:</p>
<ul class="points">
<li>Your older passkeys, sessions and codes end.</li>
<li>Everybody in your business gets a mail about it.</li>
<li>For 24 hours you can sign in, and cannot approve or sign.</li>
</ul>
<form data-do="askMail" data-url="/people/v1/recovery">
<label class="field">Email<input name="email" type="email" required maxlength="254" autocomplete="email"></label>
<button class="btn primary lg" type="submit">E-mail me a link</button>
${problem}
${answer}
</form>
<p class="foot">Operators: other operators invite you again. <a href="/login">Sign in instead</a></p>
</section>`,
  })
}

/** The part of a form that tells what happened. Screen readers say it. */
const answer = html`<p class="answer" role="status" hidden></p>`

export const codeField = html`<label class="field">Code<input class="code" name="code" required inputmode="numeric" pattern="[0-9]{6}" maxlength="6" autocomplete="one-time-code" placeholder="000000"></label>`

/** The page of an invitation. Its token is after the # of the address, which browsers do not send, so a script reads it. */
export function enrolPage(): Html {
  return framePage({
    title: 'Create your passkey',
    layout: 'card',
    main: html`<section class="panel box" data-page="enrol">
<h1>Create your passkey</h1>
<p class="lead" data-if="waiting">Reading your invitation…</p>
<div data-if="ended" hidden>
<p class="problem" role="alert"></p>
<a class="btn lg" href="/login">Sign in instead</a>
</div>
<div data-if="open" hidden>
<p class="lead">A passkey replaces a password. Your device keeps it and unlocks it with your PIN, fingerprint or face.</p>
<dl class="facts">
<div><dt>Name</dt><dd data-fill="name"></dd></div>
<div><dt>Email</dt><dd data-fill="email"></dd></div>
<div><dt>Role</dt><dd data-fill="role"></dd></div>
</dl>
<p class="caution" data-fill="again" hidden>You enrol again. Your older passkeys, sessions and codes end, everybody else is told by mail, and for 24 hours you cannot approve or sign.</p>
<p class="foot">If this is not you, close this page and tell the person who invited you.</p>
<form data-do="enrol">
<label class="field">Name of this passkey<input name="name" maxlength="100" required autocomplete="off"><small>So that you can tell it from your other passkeys.</small></label>
<button class="btn primary lg" type="submit">${passkeyIcon}Create a passkey</button>
${problem}
</form>
</div>
<div data-if="done" hidden>
<p class="lead" tabindex="-1">Your passkey is ready. The link is used up.</p>
<p class="caution" data-fill="waits" hidden>You can sign in now. You can approve and sign from <b data-fill="signs-from"></b>.</p>
<a class="btn primary lg" href="/login">Sign in</a>
</div>
</section>`,
  })
}
