/**
 * Polls the payment's status, replaces the page when something has changed, counts the time down, and copies text for the payer. Without
 * scripts the page works too: it then reloads periodically.
 */
export const payPageScript = `
(() => {
  const d = document, here = location.pathname, byId = (id) => d.getElementById(id)
  let mark = d.body.dataset.mark, pollSeconds = Number(d.body.dataset.poll), failures = 0, endsAt = 0, timer, isAsking
  d.documentElement.classList.add('js')
  if (navigator.clipboard) d.documentElement.classList.add('can-copy')

  const say = (text) => { byId('say').textContent = text }
  const arm = (seconds) => { endsAt = seconds === undefined || seconds === null ? 0 : performance.now() + seconds * 1000 }
  const armAgain = () => arm(byId('left')?.dataset.seconds)
  const two = (n) => String(n).padStart(2, '0')
  const tick = () => {
    const left = byId('left')
    if (!left || !endsAt) return
    const s = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000)), h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60
    left.textContent = h >= 24 ? Math.floor(h / 24) + ' d ' + (h % 24) + ' h' : (h ? h + ':' + two(m) : m) + ':' + two(s % 60)
    left.classList.toggle('low', s < 300)
    if (s === 0) { endsAt = 0; plan(1) }
  }

  const take = async () => {
    const next = new DOMParser().parseFromString(await (await fetch(here, { cache: 'no-store' })).text(), 'text/html')
    const main = d.querySelector('main'), fresh = next.querySelector('main')
    if (!fresh || !next.body.dataset.mark) return
    const hadFocus = main.contains(d.activeElement)
    main.replaceChildren(...fresh.childNodes)
    d.title = next.title
    mark = next.body.dataset.mark
    armAgain()
    say(byId('title').textContent + '. ' + byId('text').textContent)
    if (hadFocus) byId('title').focus()
    tick()
  }

  const ask = async () => {
    if (isAsking) return
    isAsking = true
    try {
      const reply = await fetch(here + '/status', { cache: 'no-store', signal: AbortSignal.timeout(10000) })
      if (!reply.ok) throw new Error(reply.status)
      const now = await reply.json()
      arm(now.seconds_left)
      pollSeconds = now.poll_seconds
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

  d.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]')
    if (!button) return
    try { await navigator.clipboard.writeText(button.dataset.copy) } catch { return }
    const label = button.querySelector('span'), before = label.textContent
    if (button.classList.contains('done')) return
    label.textContent = button.dataset.done
    button.classList.add('done')
    say(button.dataset.done + ': ' + button.dataset.copy)
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
