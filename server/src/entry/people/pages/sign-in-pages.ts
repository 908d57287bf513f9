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
<p class="foot">No passkey yet? Open the link in your invitation. Lost yours? Ask an administrator for a new invitation.</p>
</section>`,
  })
}

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
<p class="foot">If this is not you, close this page and tell the person who invited you.</p>
<form data-do="enrol">
<label class="field">Name of this passkey<input name="name" maxlength="100" required autocomplete="off"><small>So that you can tell it from your other passkeys.</small></label>
<button class="btn primary lg" type="submit">${passkeyIcon}Create a passkey</button>
${problem}
</form>
</div>
<div data-if="done" hidden>
<p class="lead" tabindex="-1">Your passkey is ready. The invitation is used up.</p>
<a class="btn primary lg" href="/login">Sign in</a>
</div>
</section>`,
  })
}
