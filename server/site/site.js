// Search, copy buttons and the filter of the errors. Without it every page can still be read.

const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

for (const block of document.querySelectorAll('.code')) {
  if (block.dataset.language === 'text') continue
  const button = make('button', { className: 'copy', type: 'button', textContent: 'Copy' })
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent)
    button.textContent = 'Copied ✓'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 2000)
  })
  block.append(button)
}

const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** An entry counts when it has every word. Words in its title count most. */
const scoreOf = ({ title, page, text }, query) => {
  const [inTitle, inText] = [title.toLowerCase(), `${page} ${text}`.toLowerCase()]
  let score = 0
  for (const word of query) {
    const hit = inTitle.startsWith(word) ? 12 : inTitle.includes(word) ? 8 : 0
    if (hit === 0 && !inText.includes(word)) return 0
    score += hit + Math.min(inText.split(word).length - 1, 4)
  }
  return score
}

const snippetOf = (text, [word]) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 32)
  return `${at > 0 ? '… ' : ''}${text.slice(at, at + 140)}`
}

const search = document.querySelector('.search')
if (search !== null) {
  const [input, list] = [search.querySelector('input'), search.querySelector('ul')]
  let index
  const read = async () => {
    index ??= fetch('/docs/search.json').then((answer) => answer.json())
    return index
  }
  const show = async () => {
    const query = words(input.value)
    const entries = query.length === 0 ? [] : await read()
    const found = entries
      .map((entry) => ({ entry, score: scoreOf(entry, query) }))
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, 8)
      .map(({ entry: { title, page, url, text } }) =>
        make(
          'li',
          {},
          make(
            'a',
            { href: url },
            make('strong', { textContent: title }),
            make('small', { textContent: page === title ? '' : page }),
            make('p', { textContent: snippetOf(text, query) }),
          ),
        ),
      )
    const nothing = make('li', {}, make('p', { textContent: 'Nothing found. Try another word.' }))
    list.replaceChildren(...(found.length > 0 ? found : [nothing]))
    list.hidden = query.length === 0
    list.firstElementChild?.classList.add('at')
  }
  const move = (by) => {
    const items = [...list.children]
    const at = items.findIndex((item) => item.classList.contains('at'))
    items[at]?.classList.remove('at')
    const next = items[(at + by + items.length) % items.length]
    next?.classList.add('at')
    next?.scrollIntoView({ block: 'nearest' })
  }
  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => void read())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') list.querySelector('.at a')?.click()
    else if (event.key === 'Escape') {
      list.hidden = true
      input.blur()
    }
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.closest('input, textarea, [contenteditable]') !== null
    const isHotKey =
      (event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey))
    if (!isHotKey) return
    event.preventDefault()
    input.focus()
  })
  document.addEventListener('click', (event) => {
    if (!search.contains(event.target) || event.target.closest('a') !== null) list.hidden = true
  })
  search.hidden = false
}

const filter = document.querySelector('.filter')
if (filter !== null) {
  const [input, output] = [filter.querySelector('input'), filter.querySelector('output')]
  const articles = [...document.querySelectorAll('article')]
  input.addEventListener('input', () => {
    const query = words(input.value)
    for (const article of articles) {
      const text = article.textContent.toLowerCase()
      article.hidden = !query.every((word) => text.includes(word))
    }
    document.querySelector('.before').hidden = query.length > 0
    for (const section of document.querySelectorAll('.errors'))
      section.hidden = section.querySelector('article:not([hidden])') === null
    const shown = articles.filter(({ hidden }) => !hidden).length
    output.textContent = query.length === 0 ? '' : `${shown} of ${articles.length}`
  })
  filter.hidden = false
}
