import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { ASSETS_PATH } from './page-frame.ts'

const ofPeople = (name: string) => new URL(`../../../../people-site/${name}`, import.meta.url)
const ofSite = (name: string) => new URL(`../../../../site/${name}`, import.meta.url)
// The package names only its modules. Its bundle is one file, which browsers read as it is.
const webauthn = new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'))

const CSS = 'text/css; charset=utf-8'
const JS = 'text/javascript; charset=utf-8'
const FONT = 'font/woff2'

const files = [
  ['people.css', CSS, ofPeople('people.css')],
  ['people.js', JS, ofPeople('people.js')],
  ['webauthn.js', JS, webauthn],
  ['mark.svg', 'image/svg+xml', ofSite('mark.svg')],
  ['inter-latin.woff2', FONT, ofSite('inter-latin.woff2')],
  ['inter-latin-ext.woff2', FONT, ofSite('inter-latin-ext.woff2')],
  ['jetbrains-mono-latin.woff2', FONT, ofSite('jetbrains-mono-latin.woff2')],
] as const

/** The fonts of the pay page, which the dashboard shows as it is, at the address that its style names. */
const payFonts = ['pay-latin.woff2', 'pay-naira.woff2'].map(
  (name) => [`/site/${name}`, FONT, ofSite(name)] as const,
)

/** Serves what the pages need, each from its own address. Nothing comes from another host. */
export function addPageFiles(app: FastifyInstance): void {
  const own = files.map(([name, type, place]) => [`${ASSETS_PATH}/${name}`, type, place] as const)
  for (const [address, type, place] of [...own, ...payFonts]) {
    const content = readFileSync(place)
    app.get(address, { config: { person: 'public' } }, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'same-origin' })
        .send(content),
    )
  }
}
