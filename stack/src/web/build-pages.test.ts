import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPages } from './build-pages.ts'

const MOST_BYTES = 200_000

let folder: string
let pages: string[]
beforeAll(async () => {
  folder = await buildPages(mkdtempSync(join(tmpdir(), 'afara-pages-')))
  pages = readdirSync(folder).filter((name) => name !== 'assets')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(folder, path))
const pageOf = (name: string) => read(`${name}/index.html`).toString()

/** What a browser must load before it can show the page: the page, its styles and its scripts. Text is readable before its fonts arrive. */
function firstLoadOf(name: string): number {
  const files = [...pageOf(name).matchAll(/"\.\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path]) => path ?? '',
  )
  expect(files.length).toBeGreaterThanOrEqual(2)
  const bytes = [`${name}/index.html`, ...files].map((path) => gzipSync(read(path)).length)
  return bytes.reduce((sum, each) => sum + each, 0)
}

test('the first load of every page is under 200 kB', () => {
  expect(pages.length).toBeGreaterThan(0)
  for (const name of pages) expect(firstLoadOf(name), name).toBeLessThan(MOST_BYTES)
})

test('no page has an inline script or style, or names another host', () => {
  for (const name of pages) {
    const page = pageOf(name)
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  }
})

test('no stylesheet loads anything from another host or from itself', () => {
  const sheets = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(0)
  for (const sheet of sheets)
    expect(read(`assets/${sheet}`).toString()).not.toMatch(/url\((?!["']?\.\/)|@import/)
})
