/**
 * Polls the payment's status, replaces the page when something has changed, counts the time down, and copies text for the payer. Forms and
 * links with data-soft change the page without leaving it. Without scripts the page works too: it then reloads periodically.
 */
export const payPageScript = `
(() => {
  const d = document, here = location.pathname, byId = (id) => d.getElementById(id)
  let mark = d.body.dataset.mark, pollSeconds = Number(d.body.dataset.poll), failures = 0, endsAt = 0, shownAt = performance.now(), timer, isAsking
  d.documentElement.classList.add('js')
  if (navigator.clipboard) d.documentElement.classList.add('can-copy')

  const say = (text) => { byId('say').textContent = text }
  const arm = (seconds) => { endsAt = seconds === undefined || seconds === null ? 0 : performance.now() + seconds * 1000 }
  const armAgain = () => arm(byId('left')?.dataset.seconds)
  const two = (n) => String(n).padStart(2, '0')
  const tick = () => {
    const place = byId('here')
    if (place) {
      const { elapsed, usual, most } = place.dataset, s = Number(elapsed) + (performance.now() - shownAt) / 1000
      const x = s <= usual ? Math.max(2, 90 * s / Math.max(1, usual)) : s <= most ? 90 + 135 * (s - usual) / (most - usual) : 298 - 75 * most / s
      place.setAttribute('transform', 'translate(' + Math.round(x) + ' 0)')
    }
    const left = byId('left')
    if (!left || !endsAt) return
    const s = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60
    left.textContent = h >= 24 ? Math.floor(h / 24) + ' d ' + (h % 24) + ' h' : (h ? h + ':' + two(m) : m) + ':' + two(s % 60)
    left.classList.toggle('low', s < 300)
    if (s === 0) { endsAt = 0; plan(1) }
  }

  const take = async (address = location.href) => {
    const reply = await fetch(address, { cache: 'no-store' })
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const main = d.querySelector('main'), fresh = next.querySelector('main')
    if (!fresh || !next.body.dataset.mark) return
    const hadFocus = main.contains(d.activeElement), hadPanel = byId('sent')
    main.replaceChildren(...fresh.childNodes)
    d.title = next.title
    mark = next.body.dataset.mark
    d.body.dataset.mark = mark
    d.body.dataset.state = next.body.dataset.state
    if (reply.url !== location.href) history.replaceState(null, '', reply.url)
    shownAt = performance.now()
    armAgain()
    const title = byId(byId('sent') && !hadPanel ? 'sent-title' : 'title')
    say([title, byId('text')].map((one) => one?.textContent ?? '').join('. '))
    if (hadFocus) title.focus()
    tick()
  }

  const ask = async () => {
    if (isAsking) return
    isAsking = true
    try {
      const reply = await fetch(here + '/status' + (byId('sent') ? '?sent=1' : ''), { cache: 'no-store', signal: AbortSignal.timeout(10000) })
      if (!reply.ok) throw new Error(reply.status)
      const now = await reply.json()
      arm(now.seconds_left)
      pollSeconds = now.poll_seconds
      if (now.looked && byId('looked')) byId('looked').textContent = now.looked
      if (now.mark !== mark) await take()
      failures = 0
    } catch { failures += 1 }
    isAsking = false
    byId('offline').hidden = failures < 2
    plan()
  }
  const plan = (seconds) => {
    clearTimeout(timer)
    if (!pollSeconds) return
    const wait = seconds ?? Math.min(60, pollSeconds * (d.hidden ? 5 : 1) * 2 ** Math.min(failures, 5))
    timer = setTimeout(ask, wait * 1000)
  }

  const soften = async (event, address) => {
    event.preventDefault()
    try { await take(address) } catch { location.href = address }
  }
  const addressOf = (form) => {
    const address = new URL(form.action)
    for (const [name, value] of new FormData(form)) address.searchParams.set(name, value)
    return address.href
  }
  d.addEventListener('submit', (event) => { if (event.target.matches('[data-soft]')) soften(event, addressOf(event.target)) })
  d.addEventListener('change', (event) => {
    const form = event.target.closest('[data-live]')
    if (form) soften(event, addressOf(form)).then(() => byId('bank')?.focus())
  })
  d.addEventListener('keydown', (event) => {
    const shut = event.key === 'Escape' && d.querySelector('.shut')
    if (shut) shut.click()
  })
  d.addEventListener('click', async (event) => {
    const link = event.target.closest('a[data-soft]')
    if (link) return soften(event, link.href)
    const button = event.target.closest('[data-copy], [data-share]')
    if (!button) return
    const { share, copy } = button.dataset
    if (share && navigator.share) return navigator.share({ title: d.title, url: share }).catch(() => {})
    try { await navigator.clipboard.writeText(share ?? copy) } catch { return }
    const label = button.querySelector('span'), before = label.textContent
    if (button.classList.contains('done')) return
    label.textContent = button.dataset.done
    button.classList.add('done')
    say(button.dataset.done + ': ' + (share ?? copy))
    setTimeout(() => { label.textContent = before; button.classList.remove('done') }, 2000)
  })
  d.addEventListener('visibilitychange', () => { if (!d.hidden) plan(0) })
  addEventListener('online', () => plan(0))
  addEventListener('pageshow', (event) => { if (event.persisted) plan(0) })
  armAgain()
  setInterval(tick, 1000)
  tick()
  plan()
})()
`
