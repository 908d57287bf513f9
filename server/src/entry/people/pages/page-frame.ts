import type { Person } from '../../../records/people/person.ts'
import { type Html, html, trustedHtml } from '../../http/html.ts'
import { COMMON } from '../../http/security-headers.ts'

/** Where the files of the pages are. A dashboard on the same origin has its own. */
export const ASSETS_PATH = '/people/assets'

/** Only our own files and requests, nothing inline. No cache keeps a page, and no other page may open or frame it. */
export const pageHeaders = {
  'content-security-policy': `${COMMON}; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self), publickey-credentials-create=(self)',
} as const

type Page = Readonly<{
  title: string
  /** Who is signed in. */
  person?: Person | undefined
  /** The mode of the money that the page is about. */
  mode?: string | undefined
  layout: 'card' | 'wide'
  main: Html
}>

export function framePage({ title, person, mode, layout, main }: Page): Html {
  return html`<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no">
<title>${title} · Afara</title>
<link rel="icon" href="${ASSETS_PATH}/mark.svg">
<link rel="preload" href="${ASSETS_PATH}/inter-latin.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${ASSETS_PATH}/people.css">
<script src="${ASSETS_PATH}/webauthn.js" defer></script>
<script src="${ASSETS_PATH}/people.js" defer></script>
</head>
<body class="${layout}">
<header>${mode === 'test' && html`<p class="tape"><span>Test mode. No real money moves.</span></p>`}<div class="top">
<a class="brand" href="/">${logo}<span>Afara</span></a>${mode === 'live' && html`<span class="pill good">Live</span>`}
${person !== undefined && html`<a class="who" href="/" title="Your sessions and passkeys"><span class="avatar" aria-hidden="true">${initialsOf(person.name)}</span><span class="whose">${person.name}</span></a>`}
</div></header>
<main>
<noscript><p class="problem">This page needs JavaScript: without it, a browser cannot ask for your passkey.</p></noscript>
${main}
</main>
</body>
</html>
`
}

/** Builds a page with one message and one way on. */
export function noticePage(
  { title, text, person }: Readonly<{ title: string; text: string; person?: Person | undefined }>,
  link: Readonly<{ address: string; text: string }> = { address: '/', text: 'Open your account' },
): Html {
  return framePage({
    title,
    person,
    layout: 'card',
    main: html`<section class="panel box">
<h1>${title}</h1>
<p class="lead">${text}</p>
<a class="btn lg" href="${link.address}">${link.text}</a>
</section>`,
  })
}

export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => /^./u.exec(word ?? '')?.[0] ?? '',
  )
  return letters.join('').toUpperCase()
}

/** The part of a form that tells what went wrong. Screen readers say it at once. */
export const problem = html`<p class="problem" role="alert" hidden></p>`

const logo = trustedHtml(
  '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect width="24" height="24" rx="6"/><g fill="none" stroke-linecap="round" stroke-linejoin="round" transform="translate(4.2 4) scale(.65)"><path d="M2 16.5 12 4l10 12.5" stroke-width="1.5" opacity=".6"/><path d="M6.75 21.5 12 4l5.25 17.5" stroke-width="2.5"/><path d="M1.5 16.5h21" stroke-width="2.5"/></g></svg>',
)

export const passkeyIcon = trustedHtml(
  '<svg class="i" viewBox="0 0 16 16" aria-hidden="true"><circle cx="6" cy="4.75" r="2.75"/><path d="M1.5 14c0-2.6 1.9-4.25 4.5-4.25.9 0 1.7.2 2.4.55"/><circle cx="12" cy="9.25" r="1.75"/><path d="M12 11v3.5M12 12.75h1.25"/></svg>',
)
