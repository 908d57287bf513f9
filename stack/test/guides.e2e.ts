import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DevStack, raiseDevStack } from '../src/dev-stack.ts'

type Step = Readonly<{ heading: string; script: string; answer: string }>

const GUIDE = resolve(import.meta.dirname, '../../docs/guides/integrate.md')
const [settings, ...steps] = readSteps(readFileSync(GUIDE, 'utf8'))

let stack: DevStack
beforeAll(async () => {
  stack = await raiseDevStack()
  // The first rates are published moments after the worker is up.
  const headers = { 'svc-sec-key': stack.facts.testKey ?? '' }
  const readRates = async () => (await fetch(`${stack.otcUrl}/otc/buy`, { headers })).status
  while ((await readRates()) !== 200) await sleep(200)
})
afterAll(async () => stack?.stop())

test.each(steps)('integrate: $heading', async ({ script, answer }) => {
  const { stdout } = await promisify(execFile)('bash', [
    '-euc',
    `${fillIn(settings?.script ?? '')}\n${script}`,
  ])
  expect(plain(stdout)).toEqual(plain(answer))
})

/** Each shell block of a guide, with the block of output that follows it. */
function readSteps(guide: string): Step[] {
  const block = /^```sh\n(?<script>.*?)^```\n(?:\n```(?:json|text)\n(?<answer>.*?)^```\n)?/gms
  return [...guide.matchAll(block)].map(({ index, groups }) => ({
    heading: guide.slice(guide.lastIndexOf('\n## ', index) + 4).split('\n', 1)[0] ?? '',
    script: groups?.script ?? '',
    answer: groups?.answer ?? '',
  }))
}

/** The lines that a reader fills in. */
function fillIn(script: string): string {
  const values: Record<string, string | undefined> = {
    AFARA: stack.apiUrl,
    OTC: stack.otcUrl,
    KEY: stack.facts.testKey,
    BUSINESS: stack.facts.businessId,
    TAG: stack.facts.linkTag,
  }
  return script.replaceAll(/^([A-Z]+)=.*$/gm, (_line, name: string) => `${name}=${values[name]}`)
}

/** JSON as a value, and without what is new in every run. */
function plain(text: string): unknown {
  const lasting = text
    .trim()
    .replaceAll('\r', '')
    .replaceAll(/\b(biz|txn)_[0-9a-f]{32}\b/g, '$1_…')
    .replaceAll(/\bafr-[0-9a-f]{32}\b/g, 'afr-…')
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '…')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')
    .replaceAll(/\b[A-Z][a-z]+ \d{1,2}, \d{4}\b/g, '…')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '…')
  return lasting.startsWith('{') ? (JSON.parse(lasting) as unknown) : lasting
}
