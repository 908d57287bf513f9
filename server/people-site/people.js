// Asks for passkeys and sends their answers. The pages say what to do in data attributes:
//   data-do="signIn"     what a form or a button does (see `actions`)
//   data-post="/…"       a button that sends a request, with data-body; then shows the refusal, or opens data-then
//   data-if="open"       a part that is shown in one state of the page

const { startAuthentication, startRegistration } = window.SimpleWebAuthnBrowser

const post = async (url, body) => {
  const request = { method: 'POST' }
  if (body !== undefined) {
    request.headers = { 'content-type': 'application/json' }
    request.body = typeof body === 'string' ? body : JSON.stringify(body)
  }
  const reply = await fetch(url, request).catch(() => {
    throw new Error('We cannot reach Afara. Check your connection, then try again.')
  })
  // A proxy that cannot reach us answers with a page of its own.
  const read = await reply.json().catch(() => ({ message: 'Afara cannot answer. Try again in a minute.' }))
  if (reply.ok) return read
  // The session ended while the page was open.
  if (reply.status === 401 && String(read.code).startsWith('session_')) {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`)
  }
  throw new Error(read.message)
}

const describe = (error) => {
  const name = error.cause?.name ?? error.name
  if (name === 'NotAllowedError') return 'You cancelled, or the time ran out. Try again.'
  if (name === 'InvalidStateError')
    return 'This device has a passkey of yours already. Use another device or a security key.'
  if (name === 'SecurityError')
    return 'Your browser does not allow passkeys at this address. Open the address that you were sent.'
  return error.message
}

/** Shows one state of the page and says it to screen readers. */
const show = (state) => {
  for (const part of document.querySelectorAll('[data-if]')) part.hidden = part.dataset.if !== state
  document.querySelector(`[data-if="${state}"] [tabindex="-1"]`)?.focus()
  const pill = document.querySelector('[data-state]')
  if (pill && state !== 'open') {
    pill.textContent = { done: 'Signed', refused: 'Not signed', expired: 'Expired' }[state]
    pill.className = state === 'done' ? 'pill good' : 'pill'
  }
}

/** Names this device, so that people can tell their passkeys apart. */
const deviceName = () => {
  const agent = navigator.userAgent
  const system = [
    ['iPhone', 'iPhone'],
    ['iPad', 'iPad'],
    ['Android', 'Android phone'],
    ['Windows', 'Windows computer'],
    ['Mac OS', 'Mac'],
    ['CrOS', 'Chromebook'],
    ['Linux', 'Linux computer'],
  ].find(([sign]) => agent.includes(sign))
  return system?.[1] ?? 'My device'
}

/** Lagos time, as the pages show it. */
const formatTime = (text) =>
  new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Lagos',
  }).format(new Date(text))

const fill = (name, text) => {
  document.querySelector(`[data-fill="${name}"]`).textContent = text
}

let invitation

const actions = {
  async signIn(form) {
    const { options } = await post('/people/v1/sessions/options')
    const credential = await startAuthentication({ optionsJSON: options })
    await post('/people/v1/sessions', { client: 'browser', credential })
    location.replace(form.dataset.next)
  },
  async enrol(form) {
    const { token } = invitation
    // A challenge lasts five minutes, and the person may have read for longer.
    const { options } = await post('/people/v1/invitations/read', { token })
    const credential = await startRegistration({ optionsJSON: options })
    const body = { token, name: form.elements.name.value, credential }
    const { signs_from: signsFrom } = await post('/people/v1/invitations/accept', body)
    if (signsFrom !== null) {
      fill('signs-from', formatTime(signsFrom))
      document.querySelector('[data-fill="waits"]').hidden = false
    }
    history.replaceState(null, '', location.pathname)
    show('done')
  },
  async askMail(form) {
    const { message } = await post(form.dataset.url, { email: form.elements.email.value })
    const answer = form.querySelector('.answer')
    answer.textContent = message
    answer.hidden = false
  },
  async signInWithCode(form) {
    const code = form.elements.code.value
    form.elements.code.value = ''
    await post('/people/v1/sign-in/code', { code })
    location.replace('/')
  },
  async showCodes() {
    const { secret, qr } = await post('/people/v1/codes/options')
    document.querySelector('.qr').setAttribute('viewBox', `0 0 ${qr.size} ${qr.size}`)
    document.querySelector('.qr path').setAttribute('d', qr.path)
    fill('secret', secret.replaceAll(/(.{4})(?=.)/g, '$1 '))
    show('open')
  },
  async confirmCodes(form) {
    await post('/people/v1/codes', { code: form.elements.code.value })
    show('done')
  },
  async findDevice(form) {
    location.assign(`/device?code=${encodeURIComponent(form.elements.code.value)}`)
  },
  async confirmDevice(form) {
    const body = JSON.parse(form.dataset.body)
    const { options } = await post('/people/v1/devices/options', body)
    const credential = await startAuthentication({ optionsJSON: options })
    await post('/people/v1/devices/confirm', { ...body, credential })
    show('done')
  },
  async sign(form) {
    const credential = await startAuthentication({ optionsJSON: JSON.parse(form.dataset.options) })
    await post(form.dataset.url, { credential })
    show('done')
  },
  async addPasskey() {
    const { options } = await post('/people/v1/passkeys/options')
    const credential = await startRegistration({ optionsJSON: options })
    await post('/people/v1/passkeys', { name: deviceName(), credential })
    location.reload()
  },
  async post(button) {
    await post(button.dataset.post, button.dataset.body)
    if (button.dataset.then === undefined) show('refused')
    else location.assign(button.dataset.then)
  },
}

/** Runs an action once at a time. What goes wrong is shown beside it. */
const run = async (element, action) => {
  const place = element.closest('form, .panel') ?? document
  const problem = place.querySelector('.problem')
  const buttons = place.querySelectorAll('button')
  for (const button of buttons) button.disabled = true
  if (problem) problem.hidden = true
  try {
    await actions[action](element)
  } catch (error) {
    if (problem) {
      problem.textContent = describe(error)
      problem.hidden = false
    }
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  void run(event.target, event.target.dataset.do)
})
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-post], button[data-do]')
  if (button) void run(button, button.dataset.do ?? 'post')
})

/** After its time a request cannot be signed, and the page says so. */
const open = document.querySelector('[data-seconds]')
if (open) {
  const end = performance.now() + Number(open.dataset.seconds) * 1000
  const timer = setInterval(() => {
    if (performance.now() < end) return
    clearInterval(timer)
    if (!open.hidden) show('expired')
  }, 1000)
}

/** A page whose link has a token after the #. If the link does not work, the page says why. */
const readLink = (page, read) => {
  if (!document.querySelector(`[data-page="${page}"]`)) return
  read(location.hash.slice(1)).catch((error) => {
    show('ended')
    document.querySelector('[data-if="ended"] .problem').textContent = error.message
  })
}
readLink('enrol', showInvitation)
readLink('code', openMailLink)

/** The link is used up when it is opened. A page that is loaded again still asks for the code. */
async function openMailLink(token) {
  if (token !== '') await post('/people/v1/sign-in/link', { token })
  history.replaceState(null, '', location.pathname)
  show('open')
}

async function showInvitation(token) {
  if (token === '') throw new Error('This link is not complete. Open the whole link in your mail.')
  const { person, is_reenrolment: isAgain } = await post('/people/v1/invitations/read', { token })
  invitation = { token }
  const roles = person.roles.length > 0 ? person.roles : person.memberships.map(({ role }) => role)
  const facts = { name: person.name, email: person.email, role: [...new Set(roles)].join(', ') }
  for (const [name, value] of Object.entries(facts)) fill(name, value)
  document.querySelector('[data-fill="again"]').hidden = !isAgain
  document.querySelector('[name="name"]').value = deviceName()
  show('open')
}
