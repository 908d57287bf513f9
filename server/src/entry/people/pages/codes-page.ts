import type { Person } from '../../../records/people/person.ts'
import { type Html, html } from '../../http/html.ts'
import { framePage, problem } from './page-frame.ts'
import { codeField } from './sign-in-pages.ts'

/** Where a member sets up codes. The script asks for the secret, so that no cache and no back button keeps it. */
export function codesPage(person: Person): Html {
  return framePage({
    title: 'Set up codes',
    person,
    layout: 'card',
    main: html`<section class="panel box" data-page="codes">
<h1>Set up codes</h1>
<div data-if="waiting">
<p class="lead">An app on your phone shows a new code every 30 seconds. With a link by mail and a code you can sign in on a shared desktop.</p>
<p class="lead">In such a session you can read, and cannot approve. For that you always need a passkey.</p>
<form data-do="showCodes">
<button class="btn primary lg" type="submit">Continue</button>
${problem}
</form>
</div>
<div data-if="open" hidden>
<p class="lead" tabindex="-1">Scan this with your authenticator app.</p>
<svg class="qr" role="img" aria-label="QR code with your secret" viewBox="0 0 1 1"><path d=""></path></svg>
<p class="compare"><span>Or type this secret into the app</span><b class="secret" data-fill="secret"></b></p>
<form data-do="confirmCodes">
${codeField}
<button class="btn primary lg" type="submit">Confirm</button>
${problem}
</form>
</div>
<div data-if="done" hidden>
<p class="lead" tabindex="-1">Codes are set up. Next time, choose “E-mail me a link” when you sign in.</p>
<a class="btn primary lg" href="/">Open your account</a>
</div>
</section>`,
  })
}
